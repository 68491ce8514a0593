CREATE TABLE `people` (
	`employee` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `people_index` (
	`company` integer NOT NULL,
	`part` text NOT NULL,
	`employee` integer NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`company`, `part`, `employee`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint
-- What an employee is found by. `folded` in src/employees/people/rules.ts does the same to what is looked for.
CREATE VIEW people_texts (employee_id, user_id, text) AS
SELECT e.id, e.user_id, iif(e.date_erased IS NOT NULL, '',
	replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
		lower(replace(coalesce(e.personnel_number
		, '') || ' ' || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''), '@', ' ') || ' ' || u.email), 'ä', 'a')
		, 'Ä', 'a'), 'á', 'a'), 'Á', 'a'), 'à', 'a'), 'À', 'a'), 'â', 'a'), 'Â', 'a'), 'å', 'a'), 'Å', 'a'), 'ö', 'o'), 'Ö', 'o')
		, 'ó', 'o'), 'Ó', 'o'), 'ô', 'o'), 'Ô', 'o'), 'ø', 'o'), 'Ø', 'o'), 'ü', 'u'), 'Ü', 'u'), 'ú', 'u'), 'Ú', 'u'), 'û', 'u')
		, 'Û', 'u'), 'ß', 'ss'), 'é', 'e'), 'É', 'e'), 'è', 'e'), 'È', 'e'), 'ê', 'e'), 'Ê', 'e'), 'ë', 'e'), 'Ë', 'e'), 'í', 'i')
		, 'Í', 'i'), 'î', 'i'), 'Î', 'i'), 'ï', 'i'), 'Ï', 'i'), 'ç', 'c'), 'Ç', 'c'), 'č', 'c'), 'Č', 'c'), 'ć', 'c'), 'Ć', 'c')
		, 'ñ', 'n'), 'Ñ', 'n'), 'š', 's'), 'Š', 's'), 'ş', 's'), 'Ş', 's'), 'ž', 'z'), 'Ž', 'z'), 'ł', 'l'), 'Ł', 'l'), 'ğ', 'g')
		, 'Ğ', 'g'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '-', ' '), '.', ' '), '_', ' '), '/', ' '))
FROM employees e JOIN users u ON u.id = e.user_id;
--> statement-breakpoint
-- The places of a text: the start of each word, and every place with at least 3 letters of its word ahead. The domain of the e-mail,
-- which all have in common, is not indexed.
CREATE TRIGGER people_on_insert AFTER INSERT ON people
BEGIN
	INSERT INTO people_index (company, part, employee, place)
	SELECT NEW.company, substr(NEW.text, k.key + 1, 8), NEW.employee, k.key + 1
	FROM json_each('[' || substr(replace(hex(zeroblob(instr(NEW.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k
	WHERE substr(NEW.text, k.key + 1, 1) <> ' '
		AND (k.key = 0 OR substr(NEW.text, k.key, 1) = ' ' OR instr(substr(NEW.text, k.key + 1, 3) || ' ', ' ') = 4);
END;
--> statement-breakpoint
CREATE TRIGGER people_on_update AFTER UPDATE OF text ON people
WHEN NEW.text <> OLD.text
BEGIN
	DELETE FROM people_index WHERE (company, part, employee, place) IN (
		SELECT OLD.company, substr(OLD.text, k.key + 1, 8), OLD.employee, k.key + 1
		FROM json_each('[' || substr(replace(hex(zeroblob(instr(OLD.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k);
	INSERT INTO people_index (company, part, employee, place)
	SELECT NEW.company, substr(NEW.text, k.key + 1, 8), NEW.employee, k.key + 1
	FROM json_each('[' || substr(replace(hex(zeroblob(instr(NEW.text || '@', '@') - 1)), '00', ',0'), 2) || ']') k
	WHERE substr(NEW.text, k.key + 1, 1) <> ' '
		AND (k.key = 0 OR substr(NEW.text, k.key, 1) = ' ' OR instr(substr(NEW.text, k.key + 1, 3) || ' ', ' ') = 4);
END;
--> statement-breakpoint
CREATE TRIGGER employees_people_on_insert AFTER INSERT ON employees
BEGIN
	INSERT OR IGNORE INTO event_parties (uuid, type) VALUES (unhex(replace(NEW.id, '-', '')), 'EMPLOYEE');
	INSERT INTO people (employee, company, text)
	SELECT p.id, c.id, t.text FROM people_texts t, event_parties p, event_parties c
	WHERE t.employee_id = NEW.id AND p.uuid = unhex(replace(NEW.id, '-', '')) AND c.uuid = unhex(replace(NEW.company_id, '-', ''));
END;
--> statement-breakpoint
CREATE TRIGGER employees_people_on_update AFTER UPDATE OF personnel_number, date_erased ON employees
BEGIN
	UPDATE people SET text = (SELECT text FROM people_texts WHERE employee_id = NEW.id)
	WHERE employee = (SELECT id FROM event_parties WHERE uuid = unhex(replace(NEW.id, '-', '')));
END;
--> statement-breakpoint
CREATE TRIGGER users_people_on_update AFTER UPDATE OF first_name, last_name, email ON users
BEGIN
	UPDATE people SET text = (SELECT text FROM people_texts WHERE user_id = NEW.id)
	WHERE employee = (SELECT p.id FROM employees e CROSS JOIN event_parties p ON p.uuid = unhex(replace(e.id, '-', ''))
		WHERE e.user_id = NEW.id);
END;
--> statement-breakpoint
INSERT INTO people (employee, company, text)
SELECT p.id, c.id, t.text FROM people_texts t JOIN employees e ON e.id = t.employee_id
	JOIN event_parties p ON p.uuid = unhex(replace(e.id, '-', '')) JOIN event_parties c ON c.uuid = unhex(replace(e.company_id, '-', ''));
--> statement-breakpoint
-- Code relies on the message `last_company_admin`. What is inserted is checked: the companies that an administrator has just left.
CREATE VIEW administered_companies (company_id) AS SELECT NULL WHERE FALSE;
--> statement-breakpoint
CREATE TRIGGER administered_companies_on_insert INSTEAD OF INSERT ON administered_companies
WHEN NOT EXISTS (
	SELECT 1 FROM user_companies m CROSS JOIN users u ON u.id = m.user_id
	WHERE m.company_id = NEW.company_id AND instr(u.roles, '"COMPANY_ADMIN"') > 0 AND u.date_closed IS NULL AND u.date_deleted IS NULL
)
BEGIN
	SELECT RAISE(ABORT, 'last_company_admin');
END;
