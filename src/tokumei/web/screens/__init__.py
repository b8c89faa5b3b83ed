"""Pages as functions of what is open and the words: markup that cannot be written unescaped."""
