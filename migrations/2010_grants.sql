ALTER TABLE `grants` ADD `is_wanted` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `grants` ADD `since` integer;--> statement-breakpoint
CREATE INDEX `grants_in_doubt` ON `grants` (`since`) WHERE since IS NOT NULL;
--> statement-breakpoint
-- Cells learn of new names and roles of their guests, and of erased guests.
CREATE TRIGGER users_follow_grants AFTER UPDATE OF email, first_name, last_name, roles, date_deleted ON users
BEGIN UPDATE grants SET since = NEW.date_modified, is_wanted = is_wanted AND NEW.date_deleted IS NULL WHERE user_id = NEW.id; END;
