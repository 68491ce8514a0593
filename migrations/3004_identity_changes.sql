CREATE TABLE `identity_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text,
	`kind` text NOT NULL,
	`about_id` text NOT NULL,
	`user_id` text,
	`asker_id` text,
	`email` text,
	`former_email` text,
	`state` text NOT NULL,
	`date_confirmed` integer,
	`consent` text,
	`consenter_id` text,
	`date_consented` integer,
	`date_expires` integer NOT NULL,
	`date_done` integer,
	`date_due` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`consenter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_changes_open` ON `identity_changes` (`kind`,`about_id`) WHERE state = 'OPEN';--> statement-breakpoint
CREATE INDEX `identity_changes_company` ON `identity_changes` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `identity_changes_state` ON `identity_changes` (`company_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `identity_changes_user` ON `identity_changes` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `identity_changes_due` ON `identity_changes` (`date_due`);--> statement-breakpoint
CREATE TABLE `influences` (
	`user_id` text NOT NULL,
	`by_id` text NOT NULL,
	`kind` text NOT NULL,
	`date` integer NOT NULL,
	PRIMARY KEY(`user_id`, `by_id`, `kind`, `date`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `influences_by` ON `influences` (`by_id`);--> statement-breakpoint
ALTER TABLE `address_changes` ADD `email_key` text;--> statement-breakpoint
ALTER TABLE `address_changes` ADD `change_id` text;--> statement-breakpoint
CREATE INDEX `address_changes_held` ON `address_changes` (`email_key`) WHERE kind = 'RESTORATION';--> statement-breakpoint
CREATE INDEX `address_changes_change` ON `address_changes` (`change_id`) WHERE change_id IS NOT NULL;
--> statement-breakpoint
-- A request is decided once. Only a change that took effect can be stopped after that.
CREATE TRIGGER identity_changes_race_state BEFORE UPDATE OF state ON identity_changes
WHEN NOT (OLD.state = 'OPEN' OR (OLD.state = NEW.state AND OLD.date_done IS NEW.date_done) OR (OLD.state = 'DONE' AND NEW.state = 'STOPPED'))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- An address changes only with the link in the new mailbox and a consent. Neither the asker nor the person is the second person.
CREATE TRIGGER identity_changes_guard_done BEFORE UPDATE OF state ON identity_changes
WHEN NEW.state = 'DONE' AND (NEW.date_confirmed IS NULL OR NEW.consent IS NULL
	OR (NEW.consent = 'SECOND_PERSON' AND (NEW.consenter_id IS NULL OR NEW.consenter_id IN (NEW.asker_id, NEW.user_id))))
BEGIN SELECT RAISE(ABORT, 'consent_missing'); END;
--> statement-breakpoint
-- A new address or a closed account ends a request and its links.
CREATE TRIGGER users_follow_identity_changes AFTER UPDATE OF email_key, date_closed ON users
WHEN NEW.email_key <> OLD.email_key OR (NEW.date_closed IS NOT NULL AND OLD.date_closed IS NULL)
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_modified = NEW.date_modified, date_due = NEW.date_modified + 7776000000
	WHERE kind = 'ADDRESS' AND about_id = NEW.id AND state = 'OPEN';
	DELETE FROM address_changes WHERE user_id = NEW.id AND kind IN ('PROOF', 'AGREEMENT');
END;
--> statement-breakpoint
-- More rights end the links that could move the account, but not the link that takes a move back.
-- Allowed: The trigger users_follow_address_rights has changed. A link that takes a change back now stays, which older Workers permit.
DROP TRIGGER users_follow_address_rights;
--> statement-breakpoint
-- Another role ends the links that could move the account.
CREATE TRIGGER users_follow_address_rights AFTER UPDATE OF roles ON users
WHEN EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value NOT IN (SELECT value FROM json_each(OLD.roles)))
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.id AND kind <> 'RESTORATION';
END;
--> statement-breakpoint
-- The same holds for another company.
-- Allowed: The trigger user_companies_follow_address_changes has changed. A link that takes a change back now stays, which older Workers permit.
DROP TRIGGER user_companies_follow_address_changes;
--> statement-breakpoint
-- Another company ends the links that could move the account.
CREATE TRIGGER user_companies_follow_address_changes AFTER INSERT ON user_companies
BEGIN
	DELETE FROM address_changes WHERE user_id = NEW.user_id AND kind <> 'RESTORATION';
END;
--> statement-breakpoint
-- Nobody else gets an address while its earlier owner can take it back.
-- Allowed: The new trigger users_race_held_insert may refuse what older Workers write. They answer that the address is taken.
CREATE TRIGGER users_race_held_insert BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM address_changes WHERE kind = 'RESTORATION' AND email_key = NEW.email_key AND user_id <> NEW.id
	AND date_expires > NEW.date_modified)
BEGIN SELECT RAISE(ABORT, 'users.email_key'); END;
--> statement-breakpoint
-- Allowed: The new trigger users_race_held_update may refuse what older Workers write. They answer that the address is taken.
CREATE TRIGGER users_race_held_update BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND EXISTS (SELECT 1 FROM address_changes WHERE kind = 'RESTORATION'
	AND email_key = NEW.email_key AND user_id <> NEW.id AND date_expires > NEW.date_modified)
BEGIN SELECT RAISE(ABORT, 'users.email_key'); END;
--> statement-breakpoint
-- Notes who moved whom.
CREATE TRIGGER identity_changes_follow_influence AFTER UPDATE OF state ON identity_changes
WHEN NEW.state = 'DONE' AND OLD.state = 'OPEN' AND NEW.user_id IS NOT NULL
BEGIN
	INSERT OR IGNORE INTO influences (user_id, by_id, kind, date)
	SELECT NEW.user_id, value, 'MOVED', NEW.date_done FROM json_each(json_array(NEW.asker_id, NEW.consenter_id))
	WHERE value IS NOT NULL AND value <> NEW.user_id;
END;
--> statement-breakpoint
-- Nobody takes back an influence.
CREATE TRIGGER influences_guard_update BEFORE UPDATE ON influences BEGIN SELECT RAISE(ABORT, 'append_only'); END;
--> statement-breakpoint
-- Notes who created whom, and who made whom an administrator or gave somebody another company, from the events that say so.
CREATE TRIGGER event_batches_write_influences INSTEAD OF INSERT ON event_batches
WHEN NEW.user_id IS NOT NULL AND instr(NEW.events, '"type":"user.')
BEGIN
	INSERT OR IGNORE INTO influences (user_id, by_id, kind, date)
	SELECT u.id, coalesce((SELECT maker_id FROM api_keys WHERE user_id = a.id), a.id), iif(e.value ->> 'type' = 'user.created', 'CREATED', 'PROMOTED'), NEW.date
	FROM json_each(NEW.events) e
		CROSS JOIN (SELECT lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-' || substr(h, 17, 4) || '-' || substr(h, 21)) AS id
			FROM (SELECT hex(NEW.user_id) AS h)) a
		CROSS JOIN users u ON u.id = e.value ->> 'subjectId'
	WHERE u.id <> a.id AND (e.value ->> 'type' = 'user.created' OR (e.value ->> 'type' = 'user.updated' AND (
		(instr(e.value ->> 'after', '"COMPANY_ADMIN"') AND NOT instr(coalesce(e.value ->> 'before', ''), '"COMPANY_ADMIN"'))
		OR (instr(NEW.texts ->> (e.value ->> 'fieldsAt'), '"manageableCompanyIds"')
			AND length(e.value ->> 'after') > length(coalesce(e.value ->> 'before', ''))))));
END;
--> statement-breakpoint
-- The influences of events from before. What is archived counts as older than seven days, and as made by nobody.
INSERT OR IGNORE INTO influences (user_id, by_id, kind, date)
SELECT u.id, coalesce((SELECT maker_id FROM api_keys WHERE user_id = b.id), b.id), iif(t.text = 'user.created', 'CREATED', 'PROMOTED'), e.date
FROM events e
	CROSS JOIN event_texts t ON t.id = e.type AND t.text IN ('user.created', 'user.updated')
	CROSS JOIN event_texts f ON f.id = e.fields
	CROSS JOIN event_authors w ON w.id = e.author AND w.user_id IS NOT NULL
	CROSS JOIN event_parties p ON p.id = e.subject
	CROSS JOIN users b ON b.id = lower(substr(hex(w.user_id), 1, 8) || '-' || substr(hex(w.user_id), 9, 4) || '-' || substr(hex(w.user_id), 13, 4)
		|| '-' || substr(hex(w.user_id), 17, 4) || '-' || substr(hex(w.user_id), 21))
	CROSS JOIN users u ON u.id = lower(substr(hex(p.uuid), 1, 8) || '-' || substr(hex(p.uuid), 9, 4) || '-' || substr(hex(p.uuid), 13, 4)
		|| '-' || substr(hex(p.uuid), 17, 4) || '-' || substr(hex(p.uuid), 21))
WHERE u.id <> b.id AND typeof(e.after) = 'text' AND (t.text = 'user.created'
	OR (instr(e.after, '"COMPANY_ADMIN"') AND NOT instr(coalesce(e.before, ''), '"COMPANY_ADMIN"'))
	OR (instr(f.text, '"manageableCompanyIds"') AND length(e.after) > length(coalesce(e.before, ''))));
--> statement-breakpoint

-- == A company that is moving takes no writes. "npm run generate:triggers" writes the rest of this file from the catalogue of tables.

-- No row is added while the company moves.
CREATE TRIGGER identity_changes_race_move_insert BEFORE INSERT ON identity_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No row is changed while the company moves.
CREATE TRIGGER identity_changes_race_move_update BEFORE UPDATE ON identity_changes
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id) OR EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
