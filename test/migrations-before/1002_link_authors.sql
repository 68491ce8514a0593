ALTER TABLE `one_time_tokens` ADD `author_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `one_time_tokens_author` ON `one_time_tokens` (`author_id`);--> statement-breakpoint
-- Every link ends when its user gets another role, because whoever holds the link would get it too.
CREATE TRIGGER users_follow_rights AFTER UPDATE OF roles ON users
WHEN EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value NOT IN (SELECT value FROM json_each(OLD.roles)))
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Every link ends when its user gets another company to manage.
CREATE TRIGGER user_companies_follow_links AFTER INSERT ON user_companies
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.user_id;
END;
