import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The text in which the search finds an employee: number, names and e-mail address, folded. Only triggers write it. */
export const people = sqliteTable('people', {
	/** The number that stands for the employee in events. */
	employee: integer('employee').primaryKey(),
	/** The number that stands for the company in events. */
	company: integer('company').notNull(),
	/** Empty after the employee was erased. */
	text: text('text').notNull(),
});

/** An index of `people.text`: 8 letters from each place where a match can begin. Only triggers write it. */
export const peopleIndex = sqliteTable(
	'people_index',
	{
		company: integer('company').notNull(),
		part: text('part').notNull(),
		employee: integer('employee').notNull(),
		/** The place in the text, counted from 1. */
		place: integer('place').notNull(),
	},
	(t) => [primaryKey({ columns: [t.company, t.part, t.employee, t.place] })],
);
