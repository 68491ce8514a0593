-- A verified domain of a company in a cell is kept apart like an address. Each entry is in doubt until its cell was asked.
INSERT INTO addresses (address, cell, user_id, claim, since)
SELECT value, cell, '', 'domains', since FROM claims WHERE kind = 'DOMAIN';
