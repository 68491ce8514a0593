CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`device` text NOT NULL,
	`instead_of_mail` integer NOT NULL,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`date_due` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempt` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_due` ON `push_subscriptions` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint
CREATE INDEX `push_subscriptions_sealed` ON `push_subscriptions` (`sealed`);--> statement-breakpoint
-- A user has at most 10 devices. The oldest one gives way.
CREATE TRIGGER push_subscriptions_follow_limit AFTER INSERT ON push_subscriptions
BEGIN
	DELETE FROM push_subscriptions WHERE id IN (
		SELECT id FROM push_subscriptions WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT -1 OFFSET 10);
END;
--> statement-breakpoint
-- Nothing is told to a device on which its user has signed out.
CREATE TRIGGER sessions_follow_push AFTER UPDATE OF date_revoked ON sessions WHEN NEW.date_revoked IS NOT NULL
BEGIN
	DELETE FROM push_subscriptions WHERE session_id = NEW.id;
END;
--> statement-breakpoint
-- A closed or erased user has no devices.
CREATE TRIGGER users_follow_push AFTER UPDATE OF date_closed, date_deleted ON users
WHEN NEW.date_closed IS NOT NULL OR NEW.date_deleted IS NOT NULL
BEGIN
	DELETE FROM push_subscriptions WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- No device is added.
CREATE TRIGGER push_subscriptions_race_move_insert BEFORE INSERT ON push_subscriptions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No attempt begins or ends. The new database of the company sends what is due.
CREATE TRIGGER push_subscriptions_race_move_update BEFORE UPDATE ON push_subscriptions
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(IGNORE); END;
