CREATE TABLE `addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`cell` text NOT NULL,
	`user_id` text NOT NULL,
	`claim` text,
	`since` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `addresses_user` ON `addresses` (`user_id`);--> statement-breakpoint
CREATE TABLE `claims` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`cell` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`kind`, `value`),
	CONSTRAINT "claims_kind" CHECK("claims"."kind" IN ('CODE', 'DOMAIN', 'MAIL'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `claims_since` ON `claims` (`kind`,`since`);--> statement-breakpoint
CREATE TABLE `fences` (
	`claim` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `places` (
	`company_id` text PRIMARY KEY NOT NULL,
	`cell` text NOT NULL,
	`schema` text NOT NULL,
	`company` text NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`next_due` integer NOT NULL,
	`last_run` integer,
	`date_created` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `places_cell` ON `places` (`cell`);--> statement-breakpoint
CREATE INDEX `places_next_due` ON `places` (`next_due`);--> statement-breakpoint

-- == An e-mail address belongs to one user in one place. In cells, the table of addresses is empty.

-- A person of D1 takes no address that somebody in a cell has.
CREATE TRIGGER users_race_address_insert BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM addresses WHERE address = NEW.email_key)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
--> statement-breakpoint
-- Nor by a change of the address.
CREATE TRIGGER users_race_address_update BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND EXISTS (SELECT 1 FROM addresses WHERE address = NEW.email_key)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
--> statement-breakpoint
-- A person of a cell takes no address that somebody in D1 has.
CREATE TRIGGER addresses_race_users BEFORE INSERT ON addresses
WHEN EXISTS (SELECT 1 FROM users WHERE email_key = NEW.address)
BEGIN SELECT RAISE(ABORT, 'address_elsewhere'); END;
