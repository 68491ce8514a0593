import { expect, test } from 'vitest';
import { archiveRows, closeYear, newPast, type Past } from '../harness/archives.ts';
import { browse, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { eachTestFinds } from '../harness/snapshot.ts';
import { sentencesOf } from './markup.ts';

let past: Past;
eachTestFinds(async () => {
	past = await newPast();
	await closeYear();
});

const ENGLISH = { 'Accept-Language': 'en' };

const changesOf = (body: string): string[] =>
	sentencesOf(body).filter((one) => one.includes('changed the master data'));

test('events of closed years are read from their files, the newest first, with the names of people', async () => {
	expect(await archiveRows()).not.toEqual([]);
	const visit = await visitOf(past.companies[0].admin);
	const { counted, bindings } = counting();
	const told = changesOf((await browse(visit, bindings).get('/history', ENGLISH)).body);
	// The visitor, the rows of the database, and the names of people who appear only in files.
	expect(counted.trips).toBe(3);
	expect(told.at(0)).toMatch(/cost centre b 2022-01 \(was a 2022-01\)/);
	expect(told.at(-1)).toMatch(/cost centre a 2021-10/);
	expect(told).toHaveLength(8);
	expect(told.every((one) => one.includes('@'))).toBe(true);
	const early = await browse(visit).get('/history?until=2021-11-30&type=employee.updated', ENGLISH);
	expect(changesOf(early.body)).toHaveLength(4);
});
