"""What a release of histories is worth and what it withstands."""
