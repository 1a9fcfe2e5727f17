"""Mail: addresses that were confirmed, and what is sent to them."""
