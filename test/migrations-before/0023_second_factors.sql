CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`date_used` integer,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`date_created` integer NOT NULL,
	`date_confirmed` integer,
	`last_step` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `second_factor_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Code relies on the message `code_used`: of two uses of one code at once, one fails.
CREATE TRIGGER second_factors_step BEFORE UPDATE OF last_step ON second_factors
WHEN NEW.last_step <= OLD.last_step
BEGIN
	SELECT RAISE(ABORT, 'code_used');
END;
--> statement-breakpoint
CREATE TRIGGER recovery_codes_once BEFORE UPDATE OF date_used ON recovery_codes
WHEN OLD.date_used IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'code_used');
END;
