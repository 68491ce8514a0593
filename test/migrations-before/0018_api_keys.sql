CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`operations` text NOT NULL,
	`date_expires` integer,
	`date_used` integer,
	`date_revoked` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `api_keys_company` ON `api_keys` (`company_id`,`id`);--> statement-breakpoint
-- A company, or the platform, has at most 100 keys that are not revoked.
CREATE TRIGGER api_keys_limit BEFORE INSERT ON api_keys
WHEN (SELECT count(*) FROM api_keys WHERE company_id IS NEW.company_id AND date_revoked IS NULL AND id <> NEW.id) >= 100
BEGIN
	SELECT RAISE(ABORT, 'too_many_api_keys');
END;
--> statement-breakpoint
-- What a key may do never changes.
CREATE TRIGGER api_keys_on_update BEFORE UPDATE OF id, company_id, user_id, hash, operations, date_expires ON api_keys
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER api_keys_on_revocation BEFORE UPDATE OF date_revoked ON api_keys
WHEN OLD.date_revoked IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'stale_revision');
END;
