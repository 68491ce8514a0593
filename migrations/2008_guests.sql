CREATE TABLE `grants` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`home` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `viewed_cell` text;--> statement-breakpoint
ALTER TABLE `users` ADD `home` text;--> statement-breakpoint
CREATE INDEX `places_hint` ON `places` (substr(company_id, -6));
--> statement-breakpoint
DROP TRIGGER sessions_race_viewed;
--> statement-breakpoint
-- Only a platform administrator views pages as another user, and never as another platform administrator. Cells have none.
CREATE TRIGGER sessions_race_viewed BEFORE UPDATE OF viewed_user_id ON sessions
WHEN NEW.viewed_user_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND instr(roles, '"PLATFORM_ADMIN"'))
	OR (NEW.viewed_cell IS NULL
		AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.viewed_user_id AND NOT instr(roles, '"PLATFORM_ADMIN"'))))
BEGIN SELECT RAISE(ABORT, 'not_viewable'); END;
