import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { domainOf } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Claimed, claiming } from '../../../foundation/db/claims.ts';
import { bytesOf, oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { moving, type TakeOver } from '../../../foundation/db/directory.ts';
import { insertOnce, insertSelect } from '../../../foundation/db/records.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { hasWaiting, isSandbox } from '../../users/identity/queries.ts';
import { employerId, isBoundToSso } from '../../users/queries.ts';
import { emailKey } from '../../users/rules.ts';
import { users } from '../../users/table.ts';
import { sessions } from '../table.ts';
import type { AddressLink, DomainMover, GivenLink } from './rules.ts';
import { addressChanges } from './table.ts';

type AddressChange = typeof addressChanges.$inferSelect;

/** Stores a link. A new confirmation replaces an earlier one that is still open. */
export const saveAddressChange = (db: Db, change: AddressChange): Statement[] => [
	...(change.kind === 'CONFIRMATION'
		? [db.delete(addressChanges).where(and(isOf(change.userId), isWaiting))]
		: []),
	claiming(insertOnce(db, addressChanges, change), codeOf(change)),
];

const codeOf = ({ codeMark, dateCreated }: AddressChange): Claimed => ({
	values: [codeMark],
	since: dateCreated,
});

/** Stores a link if the link with the other key still exists. */
export const saveAddressChangeIf = (db: Db, change: AddressChange, key: string): Statement =>
	claiming(
		insertSelect(db, addressChanges, change, sql`WHERE ${isUnspent(key)}`).onConflictDoNothing({
			target: addressChanges.id,
		}),
		codeOf(change),
	);

const isOf = (userId: string) => eq(addressChanges.userId, userId);
const isWaiting = sql`${addressChanges.kind} = 'CONFIRMATION'`;

/** SQL that is true while the link was neither used nor ended. */
export const isUnspent = (key: string): SQL => sql`EXISTS (SELECT 1 FROM address_changes WHERE key = ${key})`;

/** Reads a link, by its key or by the code beside it, and its user. Only a link that takes a change back works for a closed user. */
export const addressChangeOf = (db: Db, kinds: readonly AddressLink[], { key, marks }: GivenLink) =>
	db
		.select({
			id: sql<string>`${addressChanges.id}`.as('link_id'),
			userId: users.id,
			key: addressChanges.key,
			address: sql<string>`${addressChanges.email}`.as('address'),
			origin: addressChanges.origin,
			changeId: addressChanges.changeId,
			restUntil: users.restUntil,
			dateCreated: addressChanges.dateCreated,
			dateExpires: addressChanges.dateExpires,
			email: users.email,
			roles: users.roles,
			passwordHash: users.passwordHash,
			isClosed: sql`${users.dateClosed} IS NOT NULL`.mapWith(Boolean).as('is_closed'),
			dateProven: users.dateProven,
			proves: sql`NOT ${isSandbox}`.mapWith(Boolean).as('proves'),
			hasWaiting: hasWaiting.mapWith(Boolean).as('has_waiting'),
			companyId: soleCompanyOf(sql`users.id`).as('sole_company'),
			employerId,
		})
		.from(addressChanges)
		.innerJoin(users, eq(users.id, addressChanges.userId))
		.where(
			and(
				or(eq(addressChanges.key, key), sql`${addressChanges.codeMark} IN ${oneOf(marks)}`),
				sql`+${addressChanges.kind} IN ${oneOf(kinds)}`,
				sql`(+${addressChanges.kind} = 'RESTORATION' OR ${users.dateClosed} IS NULL)`,
				isNull(users.dateDeleted),
			),
		);

export type FoundChange = Awaited<ReturnType<typeof addressChangeOf>>[number];

/** Sets the address of a link that still exists. Others lose it. Triggers end sessions and links. A `passwordHash` replaces the password. */
export const setAddressByLink = (
	db: Db,
	{ userId, address, key }: FoundChange,
	now: Instant,
	takeOver: TakeOver,
	passwordHash?: string,
): Statement =>
	moving(
		db
			.update(users)
			.set({
				...addressed(address, now),
				...(passwordHash !== undefined && { passwordHash }),
			})
			.where(and(eq(users.id, userId), isUnspent(key))),
		[{ userId, address: emailKey(address), now, takeOver, wins: true }],
	);

/** Sets the address of a user who still has the given old one. With `takeOver`, others lose it, because the same batch proves it. */
export const setAddress = (
	db: Db,
	{ id, email: before }: { id: string; email: string },
	email: string,
	now: Instant,
	takeOver?: TakeOver,
): Statement =>
	moving(
		db
			.update(users)
			.set(addressed(email, now))
			.where(and(eq(users.id, id), eq(users.emailKey, emailKey(before)))),
		[{ userId: id, address: emailKey(email), now, takeOver, wins: takeOver !== undefined }],
	);

const addressed = (email: string, now: Instant) => ({
	email,
	emailKey: emailKey(email),
	dateModified: now,
	revision: sql`${users.revision} + 1`,
});

/** Fails with `address_changes.overtaken` unless the user has this address now. */
export const requireAddress = (db: Db, userId: string, email: string): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_key = ${emailKey(email)})`,
		'address_changes.overtaken',
	);

/**
 * Fails with `address_changes.domain` unless the company is the user's only one. Somebody must also have released its verified domain, and
 * the directory's key or the provider.
 */
export const requireInDomain = (
	db: Db,
	userId: string,
	companyId: string,
	email: string,
	mover: DomainMover,
): Statement =>
	requireThat(
		db,
		sql`${soleCompanyOf(sql`${userId}`)} = ${companyId} AND ${isInDomain(sql`${companyId}`, email)} AND EXISTS (${
			mover.origin === 'DIRECTORY'
				? sql`SELECT 1 FROM api_keys WHERE id = ${mover.keyId} AND date_released IS NOT NULL`
				: sql`SELECT 1 FROM identity_providers WHERE company_id = ${companyId} AND date_released IS NOT NULL`
		})`,
		'address_changes.domain',
	);

const isInDomain = (companyId: SQL, email: string): SQL =>
	sql`EXISTS (SELECT 1 FROM company_domains WHERE company_id = ${companyId} AND domain = ${domainOf(emailKey(email))}
		AND date_verified IS NOT NULL AND date_released IS NOT NULL)`;

/** Fails with `address_changes.spent` unless the batch has inserted its mail. It inserts the mail only if the link still existed. */
export const requireMail = (db: Db, mailId: string): Statement =>
	requireThat(db, sql`EXISTS (SELECT 1 FROM mails WHERE id = ${mailId})`, 'address_changes.spent');

/**
 * Fails with `address_changes.overtaken` if the user has changed anything after this position of the history. A repeated batch has stored its
 * mail, and changes of its own.
 */
export const requireQuiet = (db: Db, userId: string, position: number, mailId: string): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM mails WHERE id = ${mailId}) OR NOT EXISTS (
			SELECT 1 FROM event_authors a CROSS JOIN events e ON e.author = a.id AND e.position > ${position}
			WHERE a.user_id = ${bytesOf(sql`${userId}`)})`,
		'address_changes.overtaken',
	);

/** Ends the links of a request. */
export const endLinksOfChange = (db: Db, changeId: string): Statement =>
	db.delete(addressChanges).where(eq(addressChanges.changeId, changeId));

/** Ends the open change, and links about changes at or after an instant. */
export const endAddressChanges = (db: Db, userId: string, since: Instant): Statement =>
	db.delete(addressChanges).where(and(isOf(userId), or(isWaiting, gte(addressChanges.dateCreated, since))));

/** Reads the data that decides whether a user may request an address. */
export const moverOf = (db: Db, userId: string, sessionId: string, email: string) =>
	db
		.select({
			passwordHash: users.passwordHash,
			isBound: isBoundToSso.mapWith(Boolean).as('is_bound'),
			isInDomain: isInDomain(soleCompanyOf(sql`users.id`), email).mapWith(Boolean).as('is_in_domain'),
			dateOpened: sql<Instant>`(SELECT ${sessions.dateCreated} FROM sessions WHERE id = ${sessionId})`.as(
				'date_opened',
			),
		})
		.from(users)
		.where(eq(users.id, userId));

/** SQL of the time at which `clearExpiredSessions` has a change of an address to delete. */
export const addressChangesDueAt = sql`SELECT min(date_expires) FROM address_changes`;

export const clearAddressChanges = (db: Db, now: Instant): Statement =>
	db.delete(addressChanges).where(lte(addressChanges.dateExpires, now));
