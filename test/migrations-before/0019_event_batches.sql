-- Events are stored by inserting a batch of them into this view, in one statement. What events refer to is found once for all of
-- them: `type`, `fields` and `company` of an event are places in the arrays `texts` and `companies`.
CREATE VIEW event_batches (author_type, user_id, session_id, roles, request_id, date, texts, companies, events)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE FALSE;
--> statement-breakpoint
-- The hours are no longer kept for each event. One that was noted for a batch without events moves on to the next event.
DROP TRIGGER events_hours;--> statement-breakpoint
CREATE TRIGGER event_batches_on_insert INSTEAD OF INSERT ON event_batches
BEGIN
	INSERT INTO event_authors (type, user_id, session_id, roles)
	SELECT NEW.author_type, NEW.user_id, NEW.session_id, NEW.roles
	WHERE NOT EXISTS (SELECT 1 FROM event_authors WHERE session_id IS NEW.session_id AND type = NEW.author_type AND roles = NEW.roles);
	INSERT INTO event_texts (text) SELECT value FROM json_each(NEW.texts);
	INSERT OR REPLACE INTO event_hours (hour, position)
	SELECT CAST(NEW.date AS INTEGER) / 3600000, (SELECT coalesce(max(position), 0) + 1 FROM events)
	WHERE NOT EXISTS (SELECT 1 FROM event_hours WHERE hour >= CAST(NEW.date AS INTEGER) / 3600000);
	INSERT INTO events (id, date, request_id, author, company, subject, record_id, type, fields, before, after)
	SELECT unhex(replace(e.value ->> 'id', '-', '')), NEW.date, NEW.request_id,
		(SELECT id FROM event_authors WHERE session_id IS NEW.session_id AND type = NEW.author_type AND roles = NEW.roles),
		(SELECT json_group_array((SELECT id FROM event_parties WHERE uuid = unhex(replace(value, '-', '')))) FROM json_each(NEW.companies))
			->> (e.value ->> 'companyAt'),
		(SELECT id FROM event_parties WHERE uuid = unhex(replace(e.value ->> 'subjectId', '-', ''))),
		iif(e.value ->> 'recordId' = e.value ->> 'subjectId', NULL, unhex(replace(e.value ->> 'recordId', '-', ''))),
		(SELECT json_group_array((SELECT id FROM event_texts WHERE text = value)) FROM json_each(NEW.texts)) ->> (e.value ->> 'typeAt'),
		(SELECT json_group_array((SELECT id FROM event_texts WHERE text = value)) FROM json_each(NEW.texts)) ->> (e.value ->> 'fieldsAt'),
		nullif(e.value -> 'before', 'null'),
		coalesce(unhex(replace(e.value ->> 'valuesId', '-', '')), e.value -> 'after')
	FROM json_each(NEW.events) e;
END;
--> statement-breakpoint
-- The event of an occurrence is written in the same pass, unless it has no id. What it refers to has been added before.
DROP VIEW passages;--> statement-breakpoint
CREATE VIEW passages (plan_id, employee_id, revision, next_occurrence, voucher_id, goodies_voucher_type, interval, amount_value,
	amount_currency, due_date, present, event_id, event_author, event_company, event_type, event_fields, event_after)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE FALSE;
--> statement-breakpoint
CREATE TRIGGER passages_on_insert INSTEAD OF INSERT ON passages
BEGIN
	UPDATE employees SET revision = NEW.revision + 1 WHERE id = NEW.employee_id;
	UPDATE planned_vouchers SET next_occurrence = NEW.next_occurrence, date_modified = NEW.present WHERE id = NEW.plan_id;
	INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
		planned_voucher_id, due_date)
	SELECT NEW.voucher_id, NEW.present, NEW.employee_id, NEW.goodies_voucher_type, NEW.interval, NEW.amount_value, NEW.amount_currency,
		NEW.plan_id, NEW.due_date
	WHERE NEW.voucher_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER passages_on_event INSTEAD OF INSERT ON passages WHEN NEW.event_id IS NOT NULL
BEGIN
	INSERT INTO events (id, date, author, company, subject, record_id, type, fields, after)
	VALUES (unhex(replace(NEW.event_id, '-', '')), NEW.present, NEW.event_author, NEW.event_company,
		(SELECT id FROM event_parties WHERE uuid = unhex(replace(NEW.employee_id, '-', ''))),
		unhex(replace(coalesce(NEW.voucher_id, NEW.plan_id), '-', '')), NEW.event_type, NEW.event_fields, NEW.event_after);
END;
