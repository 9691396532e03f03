"""The subcommands of `counterpoint`, one module each."""
