import { grantExactly } from '../../../foundation/cells/grants.ts';
import { aboutUser, alteration, type Change } from '../../../foundation/core/history.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { authorOf } from '../../../foundation/db/write.ts';
import { setManagedCompanies, type User } from '../../../tenants/users/store.ts';

/** Returns statements about the user's companies in this database, and in others. */
export const managing = ({ db, now }: Call, user: User, isGranted: boolean) => [
	...setManagedCompanies(
		db,
		user,
		user.companyIds.filter((id) => !user.grantedIds.includes(id)),
	),
	...(isGranted ? grantExactly(db, user, user.grantedIds, now) : []),
];

/** Tells the cells of the companies about a user who signs in here. */
export const tellCells = (call: Call, { id: userId, dateModified }: User): Promise<number> =>
	call.db.directory?.settleUser(call.db, userId, Math.max(call.now, dateModified), authorOf(call)) ??
	Promise.resolve(0);

/** Returns an event for each affected company, because no company may learn about the others. Companies in cells record their own. */
export function changesOfCompanies(before: User, after: User): Change[] {
	const elsewhere = new Set([...before.grantedIds, ...after.grantedIds]);
	const concerned = new Set([...before.companyIds, ...after.companyIds]);
	return [...concerned]
		.filter((id) => !elsewhere.has(id))
		.flatMap((companyId) => {
			const managed = ({ companyIds }: User) => ({
				manageableCompanyIds: companyIds.filter((id) => id === companyId),
			});
			return alteration('user.updated', aboutUser(before.id, companyId), managed(before), managed(after));
		});
}

export function requireAll(companies: readonly unknown[], ids: readonly string[]): void {
	if (companies.length < ids.length) {
		throw new Refusal(
			'unknown_company',
			'manageableCompanyIds contains a company that does not exist or that you do not manage.',
		);
	}
}

/** Returns the companies of these ids that exist. A cell only knows its own company. */
export const companiesOf = async (
	{ directory }: Db,
	ids: readonly string[],
): Promise<{ companyId: string }[]> =>
	((await directory?.companies(ids)) ?? []).map(({ id }) => ({ companyId: id }));
