import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aboutCompany, CRON, creation } from '../../../src/foundation/core/history.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { identified, recordEvents } from '../../../src/foundation/db/record-events.ts';
import { eventsFor } from '../../harness/events.ts';
import { at, db, newCompany, newUser, now } from '../../harness/service.ts';

const eventOf = (companyId: string) =>
	identified([creation('voucher.issued', aboutCompany(companyId, newId(now())), {})], now());

test('an hour whose only events fell away points to the next event, which is found since then and since its own hour', async () => {
	at('2023-03-07T10:30:00.000Z');
	const company = await newCompany();
	at('2023-03-07T12:30:00.000Z');
	await commit(db, recordEvents(db, CRON, now(), eventOf(company.id), sql`FALSE`));
	expect(await eventsFor(company.admin, 'since=2023-03-07T12:00:00Z&')).toEqual([]);
	at('2023-03-07T14:30:00.000Z');
	const events = eventOf(company.id);
	await commit(db, recordEvents(db, CRON, now(), events));
	for (const since of ['12:00', '14:00']) {
		const found = await eventsFor(company.admin, `since=2023-03-07T${since}:00Z&`);
		expect(found.map(({ id }) => id)).toEqual([events[0]?.id]);
	}
	expect(await eventsFor(company.admin, 'since=2023-03-07T15:00:00Z&')).toEqual([]);
});

test('a batch that is sent again records nothing twice', async () => {
	const company = await newCompany();
	const statements = () => recordEvents(db, CRON, now(), events);
	const events = eventOf(company.id);
	await commit(db, statements());
	await commit(db, statements());
	const { results } = await env.DB.prepare(
		`SELECT count(*) AS n FROM events WHERE id = unhex(replace(?, '-', ''))`,
	)
		.bind(events[0]?.id)
		.all();
	expect(results).toEqual([{ n: 1 }]);
});

test('an event whose subject the history does not know is refused with its whole batch', async () => {
	const company = await newCompany();
	const events = [...eventOf(company.id), ...eventOf(newId(now()))];
	await expect(commit(db, recordEvents(db, CRON, now(), events))).rejects.toThrow(
		/NOT NULL constraint failed: events/,
	);
	const platform = await newUser(['PLATFORM_ADMIN']);
	const found = await eventsFor(platform, '');
	expect(found.map(({ id }) => id)).not.toContain(events[0]?.id);
});
