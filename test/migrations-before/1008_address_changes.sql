CREATE TABLE `address_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`origin` text NOT NULL,
	`key` text NOT NULL,
	`code_mark` text NOT NULL,
	`date_expires` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_key` ON `address_changes` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_code_mark` ON `address_changes` (`code_mark`);--> statement-breakpoint
CREATE INDEX `address_changes_user` ON `address_changes` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `address_changes_waiting` ON `address_changes` (`user_id`) WHERE kind = 'CONFIRMATION';--> statement-breakpoint
CREATE INDEX `address_changes_expiry` ON `address_changes` (`date_expires`);--> statement-breakpoint
ALTER TABLE `mails` ADD `recipient` text;--> statement-breakpoint
-- == Sign-in.

-- A new address ends every session, however it was changed.
CREATE TRIGGER users_follow_sessions AFTER UPDATE OF email_key ON users WHEN NEW.email_key <> OLD.email_key
BEGIN
	UPDATE sessions SET date_revoked = NEW.date_modified
	WHERE user_id = NEW.id AND date_revoked IS NULL AND date_expires > NEW.date_modified;
END;
--> statement-breakpoint
-- A waiting change of the address ends as other links do. Nothing restores an address to a user who was erased or released it.
CREATE TRIGGER users_follow_address_changes AFTER UPDATE OF password_hash, email_key, date_registered ON users
WHEN NEW.password_hash IS NOT OLD.password_hash OR NEW.email_key <> OLD.email_key OR NEW.date_registered IS NOT OLD.date_registered
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id AND (kind = 'CONFIRMATION' OR NEW.email_key = NEW.id);
END;
--> statement-breakpoint
-- Every link ends when its user gets another role.
CREATE TRIGGER users_follow_address_rights AFTER UPDATE OF roles ON users
WHEN EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value NOT IN (SELECT value FROM json_each(OLD.roles)))
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Every link ends when its user gets another company to manage.
CREATE TRIGGER user_companies_follow_address_changes AFTER INSERT ON user_companies
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
-- == Rows that follow a change.

-- The employee record shows the address, so a new address advances its revision.
CREATE TRIGGER users_follow_employee AFTER UPDATE OF email ON users WHEN NEW.email <> OLD.email AND NEW.date_deleted IS NULL
BEGIN
	UPDATE employees SET date_modified = NEW.date_modified, revision = revision + 1 WHERE user_id = NEW.id;
END;
