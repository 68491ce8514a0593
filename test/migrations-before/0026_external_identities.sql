CREATE TABLE `external_identities` (
	`company_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`date_created` integer NOT NULL,
	PRIMARY KEY(`company_id`, `issuer`, `subject`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_identities_user` ON `external_identities` (`user_id`,`company_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `sso_sign_ins` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`transaction_hash` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`date_created` integer NOT NULL,
	`exchange` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_sign_ins_code` ON `sso_sign_ins` (`code_hash`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_created` ON `sso_sign_ins` (`date_created`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_company` ON `sso_sign_ins` (`company_id`);--> statement-breakpoint
CREATE INDEX `sso_sign_ins_user` ON `sso_sign_ins` (`user_id`);--> statement-breakpoint
-- An address that moves to somebody else takes no account of a provider along.
CREATE TRIGGER external_identities_on_email AFTER UPDATE OF email_key ON users WHEN NEW.email_key <> OLD.email_key
BEGIN
	DELETE FROM external_identities WHERE user_id = NEW.id;
	DELETE FROM sso_sign_ins WHERE user_id = NEW.id;
END;
