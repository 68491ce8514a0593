CREATE TABLE `event_authors` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`user_id` blob,
	`session_id` blob,
	`roles` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_authors_session` ON `event_authors` (`session_id`);--> statement-breakpoint
CREATE TABLE `event_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_hours_position` ON `event_hours` (`position`);--> statement-breakpoint
CREATE TABLE `event_parties` (
	`id` integer PRIMARY KEY NOT NULL,
	`uuid` blob NOT NULL,
	`type` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_parties_uuid` ON `event_parties` (`uuid`);--> statement-breakpoint
CREATE TABLE `event_texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_texts_text` ON `event_texts` (`text`);--> statement-breakpoint
CREATE TABLE `event_values` (
	`id` blob PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `employees` ADD `date_left` integer;--> statement-breakpoint
UPDATE employees SET date_left = (
	SELECT CAST(round(unixepoch(after ->> 'dateTerminated', 'subsec') * 1000) AS INTEGER) FROM events
	WHERE subject_id = employees.id AND type = 'employee.left' ORDER BY position DESC LIMIT 1
)
WHERE date_terminated IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER events_on_delete;--> statement-breakpoint
DROP TRIGGER events_on_insert;--> statement-breakpoint
DROP TRIGGER events_on_update;--> statement-breakpoint
DROP TRIGGER events_values;--> statement-breakpoint
DROP INDEX `events_id`;--> statement-breakpoint
DROP INDEX `events_company`;--> statement-breakpoint
DROP INDEX `events_company_type`;--> statement-breakpoint
DROP INDEX `events_company_reached`;--> statement-breakpoint
DROP INDEX `events_subject`;--> statement-breakpoint
ALTER TABLE `events` RENAME TO `events_before`;--> statement-breakpoint
CREATE TABLE `events` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`date` integer NOT NULL,
	`request_id` blob,
	`author` integer NOT NULL,
	`company` integer,
	`subject` integer NOT NULL,
	`record_id` blob,
	`type` integer NOT NULL,
	`fields` integer NOT NULL,
	`before` text,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_company` ON `events` (`company`);--> statement-breakpoint
CREATE INDEX `events_company_type` ON `events` (`company`,`type`);--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject`);--> statement-breakpoint
-- Whoever an event can be about is known to the history from the start.
CREATE TRIGGER companies_event_party AFTER INSERT ON companies
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'COMPANY');
END;
--> statement-breakpoint
CREATE TRIGGER users_event_party AFTER INSERT ON users
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'USER');
END;
--> statement-breakpoint
CREATE TRIGGER employees_event_party AFTER INSERT ON employees
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'EMPLOYEE');
END;
--> statement-breakpoint
CREATE TRIGGER events_hours AFTER INSERT ON events
WHEN NOT EXISTS (SELECT 1 FROM event_hours WHERE hour >= NEW.date / 3600000)
BEGIN
	INSERT INTO event_hours (hour, position) VALUES (NEW.date / 3600000, NEW.position);
END;
--> statement-breakpoint
-- What the history holds so far.
INSERT OR IGNORE INTO event_parties (uuid, type)
SELECT unhex(replace(id, '-', '')), type FROM (
	SELECT id, 'COMPANY' AS type FROM companies UNION ALL SELECT id, 'USER' FROM users UNION ALL SELECT id, 'EMPLOYEE' FROM employees
	UNION ALL SELECT DISTINCT company_id, 'COMPANY' FROM events_before UNION ALL SELECT DISTINCT subject_id, subject_type FROM events_before
);
--> statement-breakpoint
INSERT INTO event_authors (type, user_id, session_id, roles)
SELECT DISTINCT author ->> 'type', unhex(replace(author ->> 'userId', '-', '')), unhex(replace(author ->> 'sessionId', '-', '')),
	coalesce(author -> 'roles', '[]')
FROM events_before;
--> statement-breakpoint
-- Fields get the names that the interface gives them.
ALTER TABLE events_before ADD COLUMN fields text;--> statement-breakpoint
UPDATE events_before SET fields = (
	SELECT json_group_array(CASE
		WHEN type LIKE 'employee.%' AND key = 'id' THEN 'employeeId'
		WHEN type LIKE 'flex_access.%' AND key = 'taxRuleTemplateId' THEN 'flexTaxRuleTemplateId'
		WHEN type LIKE 'planned_voucher.%' AND key = 'validFrom' THEN 'startDate'
		WHEN type LIKE 'planned_voucher.%' AND key = 'validUntil' THEN 'endDate'
		WHEN type LIKE 'default_access.%' AND key = 'validUntil' THEN 'validTo'
		ELSE key END)
	FROM (SELECT events_before.type AS type, key FROM json_each(events_before.after))
);
--> statement-breakpoint
INSERT INTO event_texts (text) SELECT type FROM events_before UNION SELECT fields FROM events_before;
--> statement-breakpoint
INSERT INTO events (position, id, date, author, company, subject, record_id, type, fields, before, after)
SELECT b.position, unhex(replace(b.id, '-', '')), b.date,
	(SELECT a.id FROM event_authors a WHERE a.session_id IS unhex(replace(b.author ->> 'sessionId', '-', ''))
		AND a.type = b.author ->> 'type' AND a.roles = coalesce(b.author -> 'roles', '[]')),
	(SELECT p.id FROM event_parties p WHERE p.uuid = unhex(replace(b.company_id, '-', ''))),
	(SELECT p.id FROM event_parties p WHERE p.uuid = unhex(replace(b.subject_id, '-', ''))),
	iif(b.record_id = b.subject_id, NULL, unhex(replace(b.record_id, '-', ''))),
	(SELECT t.id FROM event_texts t WHERE t.text = b.type), (SELECT t.id FROM event_texts t WHERE t.text = b.fields),
	iif(b.before IS NULL, NULL, (SELECT json_group_array(json(b.before -> ('$."' || f.key || '"'))) FROM json_each(b.after) f)),
	(SELECT json_group_array(json(b.after -> ('$."' || f.key || '"'))) FROM json_each(b.after) f)
FROM events_before b ORDER BY b.position;
--> statement-breakpoint
DROP TABLE `events_before`;--> statement-breakpoint
-- The history only grows. REPLACE fires no trigger of a deletion; an insert of what is there does nothing.
CREATE TRIGGER events_on_delete BEFORE DELETE ON events
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER events_on_insert BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id) OR NEW.position BETWEEN 0 AND (SELECT max(position) FROM events)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER events_on_update BEFORE UPDATE OF position, id, date, request_id, author, company, subject, record_id, type, fields ON events
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
-- Values of it may be blanked, and nothing else: a value is what it was or null.
CREATE TRIGGER events_values BEFORE UPDATE OF before, after ON events
WHEN typeof(NEW.after) <> 'text' OR typeof(OLD.after) <> 'text' OR typeof(NEW.before) <> typeof(OLD.before)
	OR json_type(NEW.after) <> 'array' OR json_type(NEW.before) IS NOT json_type(OLD.before)
	OR json_array_length(NEW.after) <> json_array_length(OLD.after) OR json_array_length(NEW.before) <> json_array_length(OLD.before)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.after) new JOIN json_each(OLD.after) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
	OR EXISTS (
		SELECT 1 FROM json_each(NEW.before) new JOIN json_each(OLD.before) old ON old.key = new.key
		WHERE new.type <> 'null' AND (new.type <> old.type OR new.value <> old.value)
	)
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
-- Nor does what events refer to change.
CREATE TRIGGER event_authors_on_update BEFORE UPDATE ON event_authors
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_authors_on_delete BEFORE DELETE ON event_authors
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_authors_on_insert BEFORE INSERT ON event_authors
WHEN EXISTS (SELECT 1 FROM event_authors WHERE id = NEW.id)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER event_parties_on_update BEFORE UPDATE ON event_parties
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_parties_on_delete BEFORE DELETE ON event_parties
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_parties_on_insert BEFORE INSERT ON event_parties
WHEN EXISTS (SELECT 1 FROM event_parties WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER event_texts_on_update BEFORE UPDATE ON event_texts
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_texts_on_delete BEFORE DELETE ON event_texts
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_texts_on_insert BEFORE INSERT ON event_texts
WHEN EXISTS (SELECT 1 FROM event_texts WHERE id = NEW.id OR text = NEW.text)
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER event_values_on_update BEFORE UPDATE ON event_values
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_values_on_delete BEFORE DELETE ON event_values
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_values_on_insert BEFORE INSERT ON event_values
WHEN EXISTS (SELECT 1 FROM event_values WHERE id = NEW.id)
BEGIN
	SELECT RAISE(IGNORE);
END;
