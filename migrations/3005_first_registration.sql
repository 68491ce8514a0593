ALTER TABLE `users` ADD `date_first_registered` integer;--> statement-breakpoint
UPDATE users SET date_first_registered = date_registered WHERE date_registered IS NOT NULL;
--> statement-breakpoint
-- People whose address another company has taken over had registered, or nobody could have taken it.
UPDATE users SET date_first_registered = date_modified
WHERE date_registered IS NULL AND email_key = id AND home IS NULL AND date_deleted IS NULL AND NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = users.id);
--> statement-breakpoint
-- Remembers for ever that a user has registered.
CREATE TRIGGER users_follow_first_registration_insert AFTER INSERT ON users
WHEN NEW.date_registered IS NOT NULL AND NEW.date_first_registered IS NULL
BEGIN
	UPDATE users SET date_first_registered = NEW.date_registered WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The same for a user who registers later.
CREATE TRIGGER users_follow_first_registration_update AFTER UPDATE OF date_registered ON users
WHEN NEW.date_registered IS NOT NULL AND NEW.date_first_registered IS NULL
BEGIN
	UPDATE users SET date_first_registered = NEW.date_registered WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Nobody but the operator begins a new registration of somebody who has registered once. The mailbox may renew that one.
-- Allowed: The new trigger one_time_tokens_race_again may refuse what older Workers write. They would hand the account to somebody else.
CREATE TRIGGER one_time_tokens_race_again BEFORE INSERT ON one_time_tokens
WHEN NEW.purpose = 'REGISTRATION' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NULL AND date_first_registered IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.author_id AND instr(roles, '"PLATFORM_ADMIN"') > 0)
	AND NOT EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = NEW.user_id AND purpose = 'REGISTRATION' AND NEW.author_id IS NULL)
BEGIN SELECT RAISE(ABORT, 'registered_before'); END;
--> statement-breakpoint
-- Every link and code ends when the account is closed, so that none works when it is opened again. The link that takes a change of address back stays.
CREATE TRIGGER users_follow_closure AFTER UPDATE OF date_closed ON users
WHEN NEW.date_closed IS NOT NULL AND OLD.date_closed IS NULL
BEGIN
	DELETE FROM one_time_tokens WHERE user_id = NEW.id;
	DELETE FROM address_changes WHERE user_id = NEW.id AND kind <> 'RESTORATION';
END;
