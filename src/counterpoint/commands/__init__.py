"""The commands of `counterpoint`: each a module that adds its parser and runs."""
