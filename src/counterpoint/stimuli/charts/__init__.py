"""Charts drawn from fact tables, in variants that agree or conflict with the facts."""
