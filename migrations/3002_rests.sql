ALTER TABLE `users` ADD `rest_until` integer;--> statement-breakpoint
-- No write shortens the time in which resets of a password by mail rest.
CREATE TRIGGER users_race_rest BEFORE UPDATE OF rest_until ON users
WHEN coalesce(NEW.rest_until, 0) < OLD.rest_until
BEGIN SELECT RAISE(ABORT, 'rest_shortened'); END;
