ALTER TABLE `api_keys` ADD `maker_id` text REFERENCES users(id);
--> statement-breakpoint
DROP TRIGGER api_keys_on_update;
--> statement-breakpoint
-- What a key may do never changes, nor who has made it.
CREATE TRIGGER api_keys_on_update BEFORE UPDATE OF id, company_id, user_id, maker_id, hash, operations, date_expires ON api_keys
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
