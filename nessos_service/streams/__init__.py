"""The process that waits: event streams and long polls, without a thread or a database connection for each of them."""
