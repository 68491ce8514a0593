import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What each employee is found by: number, names and e-mail, folded. Only triggers write it (see migrations). */
export const people = sqliteTable('people', {
	/** The number under which events refer to the employee. */
	employee: integer('employee').primaryKey(),
	/** Likewise. */
	company: integer('company').notNull(),
	/** Empty once the employee is erased. */
	text: text('text').notNull(),
});

/** The index of `people.text`: 8 letters from the places at which somebody may be found. Only triggers write it. */
export const peopleIndex = sqliteTable(
	'people_index',
	{
		company: integer('company').notNull(),
		part: text('part').notNull(),
		employee: integer('employee').notNull(),
		/** Of the part's first letter in the text, from 1 on. */
		place: integer('place').notNull(),
	},
	(t) => [primaryKey({ columns: [t.company, t.part, t.employee, t.place] })],
);
