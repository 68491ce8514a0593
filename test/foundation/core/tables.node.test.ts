import { expect, test } from 'vitest';
import { EMPTIED, OF_USERS } from '../../../src/administration/sandboxes/reset/store.ts';
import { GROUPS, NAMED_USERS, PARTS } from '../../../src/foundation/cells/move/belonging.ts';
import * as derived from '../../../src/foundation/cells/move/parts.ts';
import {
	CATALOGUE,
	OWNERS,
	secretsIn,
	TABLES,
	type Table,
	tablesWhere,
} from '../../../src/foundation/core/tables.ts';
import { NAMING } from '../../../src/tenants/hosting/backups/rules.ts';
import { SECRETS } from '../../../src/tenants/hosting/queries/rules.ts';
import { isForOwner } from '../../../src/tenants/hosting/service/rules.ts';
import { DERIVED, SHARED } from '../../../src/tenants/hosting/service/store.ts';

const spelt = (parts: readonly object[]) =>
	parts.map((part) => JSON.stringify(Object.entries(part).sort()).replace(/(\\[nt]|\s)+/g, ' ')).sort();
const sorted = (names: readonly string[]) => [...names].sort();

test('the parts that the catalogue gives are those of the list, in fewer groups', () => {
	expect(spelt(derived.PARTS)).toEqual(spelt(PARTS));
	expect([derived.GROUPS.length, GROUPS.length]).toEqual([24, 27]);
});

test('the rows of the service are those of the list', () => {
	expect(spelt(DERIVED)).toEqual(spelt(SHARED));
});

test('users who may come as guests are those of the list', () => {
	const found = CATALOGUE.flatMap(([name, { owner, guests }]) =>
		guests === undefined || !(owner in OWNERS)
			? []
			: [[name, { where: derived.allOf(owner as keyof typeof OWNERS), columns: guests }]],
	);
	expect(Object.fromEntries(found)).toEqual(NAMED_USERS);
});

test('secrets are those of the list', () => {
	const found = CATALOGUE.map(([name, table]) => [name, sorted(secretsIn(table))] as const);
	expect(Object.fromEntries(found.filter(([, columns]) => columns.length > 0))).toEqual(
		Object.fromEntries(Object.entries(SECRETS).map(([table, columns]) => [table, sorted(columns)])),
	);
});

test('the owner gets the tables of the list', () => {
	const isFor = (table: Table) => table.isForOwner ?? secretsIn(table).length === 0;
	expect(tablesWhere(isFor)).toEqual(Object.keys(TABLES).filter(isForOwner));
});

test('a reset empties the tables of the lists', () => {
	const inParts = ['users', 'refresh_tokens', 'events', 'idempotency_keys'];
	const goes = ({ owner, isCopied, reset }: Table) =>
		(reset ?? (owner === 'D1' || owner === 'database' || isCopied ? 'kept' : 'emptied')) === 'emptied';
	const found = tablesWhere(goes).filter((name) => !inParts.includes(name));
	expect(sorted(found)).toEqual(sorted([...EMPTIED, ...OF_USERS]));
	expect(tablesWhere((table) => table.owner === 'user_id').sort()).toEqual(sorted(OF_USERS));
});

test('files, credentials and sign-ins are those of the lists', () => {
	expect(tablesWhere(({ file }) => file).sort()).toEqual(sorted(NAMING));
	// As in `cells/move/switch.ts` and `cells/move/restoring.ts`.
	const leaving =
		'refresh_tokens sessions one_time_tokens address_changes sso_sign_ins api_keys calendar_addresses receipt_addresses external_identities identity_providers company_domains';
	expect(tablesWhere(({ credential, isEntrance }) => credential ?? isEntrance).sort()).toEqual(
		leaving.split(' ').sort(),
	);
	const ended = 'refresh_tokens one_time_tokens address_changes sso_sign_ins sessions';
	expect(tablesWhere(({ endsWithRestore }) => endsWithRestore).sort()).toEqual(ended.split(' ').sort());
});
