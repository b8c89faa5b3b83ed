"""The red team: what people who have the release, and know something beside it, can say about others.

An attack is a file with a class (`attack.Attack`) and a line in `trying.ATTACKS`; `judging` judges all of them alike.
"""
