CREATE TABLE `one_time_tokens` (
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`key` text NOT NULL,
	`code_hash` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`date_created` integer NOT NULL,
	`date_expires` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purpose`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_tokens_purpose" CHECK("one_time_tokens"."purpose" IN ('REGISTRATION', 'PASSWORD_RESET'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_key` ON `one_time_tokens` (`key`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_expiry` ON `one_time_tokens` (`date_expires`);--> statement-breakpoint
-- Whoever has registered is invited no more, also when both happen at once.
CREATE TRIGGER one_time_tokens_registered BEFORE INSERT ON one_time_tokens
WHEN NEW.purpose = 'REGISTRATION' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'stale_revision');
END;
--> statement-breakpoint
-- A link is for one person, address and password: when one of them changes, every link ends.
CREATE TRIGGER users_end_one_time_tokens AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.email_key <> OLD.email_key OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
END;
