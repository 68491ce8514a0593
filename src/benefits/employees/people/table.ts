import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The text by which each employee is found: number, names and e-mail, folded. Only triggers write it. */
export const people = sqliteTable('people', {
	/** The number under which events refer to the employee. */
	employee: integer('employee').primaryKey(),
	/** The number under which events refer to the company. */
	company: integer('company').notNull(),
	/** Empty once the employee is erased. */
	text: text('text').notNull(),
});

/** An index of `people.text`: 8 letters from each place where a match may begin. Only triggers write it. */
export const peopleIndex = sqliteTable(
	'people_index',
	{
		company: integer('company').notNull(),
		part: text('part').notNull(),
		employee: integer('employee').notNull(),
		/** The place of the part in the text, counted from 1. */
		place: integer('place').notNull(),
	},
	(t) => [primaryKey({ columns: [t.company, t.part, t.employee, t.place] })],
);
