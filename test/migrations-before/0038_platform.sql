CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`date_run` integer NOT NULL,
	`date_succeeded` integer,
	`handled` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `viewed_user_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `viewed_until` integer;--> statement-breakpoint
-- Only a platform administrator looks at what somebody else sees, and never at another platform administrator.
CREATE TRIGGER sessions_viewed BEFORE UPDATE OF viewed_user_id ON sessions
WHEN NEW.viewed_user_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND instr(roles, '"PLATFORM_ADMIN"'))
	OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.viewed_user_id AND NOT instr(roles, '"PLATFORM_ADMIN"')))
BEGIN
	SELECT RAISE(ABORT, 'not_viewable');
END;
