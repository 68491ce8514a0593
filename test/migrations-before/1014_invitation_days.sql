CREATE TABLE `invitation_days` (
	`email_key` text NOT NULL,
	`day` integer NOT NULL,
	`invitations` integer NOT NULL,
	PRIMARY KEY(`email_key`, `day`)
);
--> statement-breakpoint
CREATE INDEX `invitation_days_most` ON `invitation_days` (`day`,`invitations`);
--> statement-breakpoint
-- == Mails.

-- Counts invitations by the address that they are sent to, so that a changed or released address starts no new count.
CREATE TRIGGER mails_follow_invitations AFTER INSERT ON mails WHEN NEW.kind = 'invitation'
BEGIN
	INSERT INTO invitation_days (email_key, day, invitations)
	SELECT email_key, NEW.date_created / 86400000, 1 FROM users WHERE id = NEW.user_id
	ON CONFLICT (email_key, day) DO UPDATE SET invitations = invitations + 1;
END;
--> statement-breakpoint
-- An address gets at most 5 invitations on a UTC day, of all companies together.
CREATE TRIGGER invitation_days_race_limit BEFORE UPDATE OF invitations ON invitation_days WHEN NEW.invitations > 5
BEGIN SELECT RAISE(ABORT, 'too_many_invitations'); END;
--> statement-breakpoint
-- An erased user leaves no address behind.
CREATE TRIGGER users_follow_erasure AFTER UPDATE OF date_deleted ON users
WHEN NEW.date_deleted IS NOT NULL AND OLD.date_deleted IS NULL
BEGIN DELETE FROM invitation_days WHERE email_key = OLD.email_key; END;
