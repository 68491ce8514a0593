import { describe, expect, test } from 'vitest';
import { sayIn } from '../../src/console/format.ts';
import { lineOf } from '../../src/console/history/event.tsx';
import type { EventType, StoredEvent } from '../../src/foundation/core/history.ts';
import type { Language } from '../../src/foundation/core/language.ts';
import { addressOfKey } from '../../src/tenants/auth/keys/rules.ts';

const told = (
	type: EventType,
	before: object | null,
	after: object,
	{ language = 'en' as Language, author = 'Ada Admin', isOwn = false } = {},
): string =>
	lineOf(
		{ event: { type, before, after } as StoredEvent, author, about: 'Bo Brot', isOwn, isErased: false },
		sayIn(language),
	);

describe('the sentence of', () => {
	test('a proposal names the API key that made it, and the person who released it', () => {
		const released = { operationId: 'setAccess', state: 'RELEASED', authorType: 'API_KEY' };
		const named = { ...released, authorName: 'HR (assistant)' };
		const german = { language: 'de' as const };
		expect(told('proposal.released', null, named)).toBe(
			'Ada Admin released a proposal of a program named “HR (assistant)” for Bo Brot',
		);
		expect(told('proposal.released', null, named, german)).toBe(
			'Ada Admin hat einen Vorschlag eines Programms namens „HR (assistant)“ für Bo Brot freigegeben',
		);
		expect(told('proposal.released', null, released)).toBe(
			'Ada Admin released a proposal of a program for Bo Brot',
		);
		expect(told('proposal.declined', null, named)).toBe(
			'Ada Admin declined a proposal of a program named “HR (assistant)”',
		);
		expect(told('proposal.declined', null, named, german)).toBe(
			'Ada Admin hat einen Vorschlag eines Programms namens „HR (assistant)“ abgelehnt',
		);
		const created = { ...named, state: 'OPEN' };
		expect(told('proposal.created', null, created, { author: 'A program' })).toBe(
			'A program proposed a change with the API key “HR (assistant)”',
		);
		expect(told('proposal.created', null, created, { ...german, author: 'Ein Programm' })).toBe(
			'Ein Programm hat mit dem API-Schlüssel „HR (assistant)“ eine Änderung vorgeschlagen',
		);
	});

	test('a change says who changed what of a person, and what it was before', () => {
		const [before, after] = ['2026-11-30', '2026-12-31'].map((day) => ({
			dateTerminated: `${day}T23:59:59.999Z`,
		})) as [object, object];
		const set = (old: object, given = {}) => told('employee.terminated', old, after, given);
		expect(set({ dateTerminated: null })).toBe(
			'Ada Admin set the last working day of Bo Brot to 31 December 2026',
		);
		expect(set(before, { isOwn: true })).toBe(
			'Ada Admin set the last working day to 31 December 2026 (was 30 November 2026)',
		);
		expect(set(before, { language: 'de' })).toBe(
			'Ada Admin hat den letzten Arbeitstag von Bo Brot auf den 31. Dezember 2026 (vorher 30. November 2026) festgelegt',
		);
		expect(told('employee.termination_cleared', after, { dateTerminated: null })).toBe(
			'Ada Admin cancelled the termination of Bo Brot on 31 December 2026',
		);
		expect(told('user.updated', { lastName: 'Korn' }, { lastName: 'Brot' }, { author: 'Bo Brot' })).toBe(
			'Bo Brot changed the account: last name Brot (was Korn)',
		);
	});

	test('a month that is closed names the month; one of before it did reads well without', () => {
		const [closing, closed] = [{ state: 'CLOSING' }, { state: 'CLOSED', lineCount: 3 }];
		const month = '2026-11-01T00:00:00.000Z';
		expect(told('payroll_run.closed', { month, ...closing, lineCount: null }, { month, ...closed })).toBe(
			'Ada Admin closed the month November 2026: lines 3',
		);
		expect(told('payroll_run.closed', { ...closing, lineCount: null }, closed)).toBe(
			'Ada Admin closed the month: lines 3',
		);
	});

	test('a file names its format as the page of the month does', () => {
		const file = { month: '2026-11-01T00:00:00.000Z', format: 'datev-lug', version: 1, leftOut: [] };
		expect(told('payroll_file.issued', null, file)).toBe(
			'Ada Admin created a payroll file for November 2026: format DATEV Lohn und Gehalt, version 1',
		);
	});

	test('other wage types says which', () => {
		const wageTypes = { MEALS: { number: '2100', lodasKey: '2' }, HEALTH: null };
		expect(told('payroll_settings.updated', { wageTypes: null }, { wageTypes })).toBe(
			'Ada Admin changed the payroll settings of Bo Brot: wage types Meals wage type 2100, processing key 2',
		);
	});

	test('a program that is given a key tells no address made up for it', () => {
		expect(told('user.created', null, { email: addressOfKey('0186bbf1'), roles: ['TECHNICAL_USER'] })).toBe(
			'Ada Admin created the user Bo Brot: roles Technical user',
		);
	});

	test('the payments of a month are amounts by module', () => {
		const sums = [{ module: 'MEALS', amount: { value: 1450, currency: 'EUR_CENT' } }];
		expect(told('payroll_run.closed', { sums: null }, { sums })).toBe(
			'Ada Admin closed the month: totals for Meals, amount €14.50',
		);
	});
});
