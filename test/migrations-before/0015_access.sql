CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`country` text NOT NULL,
	`date_used` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`, `country`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `known_devices_used` ON `known_devices` (`date_used`);--> statement-breakpoint
CREATE TABLE `access_events` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`date` integer NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	`user_id` text,
	`company_id` text,
	`session_id` text,
	`request_id` text,
	`place` text,
	`country` text,
	`city` text,
	`device` text,
	`request` text,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_events_key` ON `access_events` (`key`);--> statement-breakpoint
CREATE INDEX `access_events_date` ON `access_events` (`date`);--> statement-breakpoint
CREATE INDEX `access_events_type` ON `access_events` (`type`,`date`);--> statement-breakpoint
CREATE INDEX `access_events_user` ON `access_events` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_events_company` ON `access_events` (`company_id`);--> statement-breakpoint
DROP INDEX `sessions_user`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `date_used` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `city` text;--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `date_closed` integer;--> statement-breakpoint
CREATE INDEX `users_platform_admins` ON `users` (`id`) WHERE instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL;--> statement-breakpoint
-- Code relies on the message `last_platform_admin`: somebody must be able to let the others in.
CREATE TRIGGER users_last_platform_admin BEFORE UPDATE OF roles, date_closed, date_deleted ON users
WHEN instr(OLD.roles, '"PLATFORM_ADMIN"') > 0 AND OLD.date_closed IS NULL AND OLD.date_deleted IS NULL
	AND (instr(NEW.roles, '"PLATFORM_ADMIN"') = 0 OR NEW.date_closed IS NOT NULL OR NEW.date_deleted IS NOT NULL)
	AND NOT EXISTS (
		SELECT 1 FROM users
		WHERE id <> OLD.id AND instr(roles, '"PLATFORM_ADMIN"') > 0 AND date_closed IS NULL AND date_deleted IS NULL
	)
BEGIN
	SELECT RAISE(ABORT, 'last_platform_admin');
END;
--> statement-breakpoint
-- What the access log tells is never altered: equal refusals are counted, and an erasure blanks whence somebody came.
CREATE TRIGGER access_events_append_only BEFORE UPDATE ON access_events
WHEN NEW.position <> OLD.position OR NEW.id <> OLD.id OR NEW.date <> OLD.date OR NEW.type <> OLD.type OR NEW.count < OLD.count
	OR NEW.key NOT IN (OLD.key, OLD.id) OR NEW.user_id IS NOT OLD.user_id OR NEW.company_id IS NOT OLD.company_id
	OR NEW.session_id IS NOT OLD.session_id OR NEW.request_id IS NOT OLD.request_id OR NEW.request IS NOT OLD.request
	OR NEW.reason IS NOT OLD.reason OR NEW.place <> OLD.place OR (NEW.place IS NOT NULL AND OLD.place IS NULL)
	OR NEW.country <> OLD.country OR NEW.city <> OLD.city OR NEW.device <> OLD.device
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
