"""The commands of `sortrank` that open no window; each loads what it needs when it is called."""
