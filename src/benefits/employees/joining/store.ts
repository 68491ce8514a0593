import { sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { REFUTED, requireThat } from '../../../foundation/db/commit.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { isCompanyReachedByArguments, scopeArguments } from '../../../foundation/db/scope.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { ATTEMPT_WINDOW_MS, MAX_TAKEN, takenKey } from '../../../tenants/users/attempts/rules.ts';
import { isNamed } from '../../../tenants/users/queries.ts';
import { emailKey } from '../../../tenants/users/rules.ts';

/** Fails as `refuted` unless the company is in the scope, the address is free, and the actor has not found too many taken addresses. */
export const requireFree = (
	{ db, actor, now }: Call,
	scope: Scope,
	{ email, companyId }: { email: string; companyId: string },
	userId: string,
): Statement =>
	freeOrRefuted(db, {
		companyId,
		...scopeArguments(scope),
		emailKey: emailKey(email),
		userId,
		takenKey: takenKey(actor),
		since: now - ATTEMPT_WINDOW_MS,
	});

type Arguments = ReturnType<typeof scopeArguments> &
	Record<'companyId' | 'emailKey' | 'userId' | 'takenKey', string> & { since: number };

const freeOrRefuted = prepared<Arguments, Statement>((db) => {
	const { placeholder } = sql;
	return requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM ${companies} WHERE ${companies.id} = ${placeholder('companyId')} AND ${isCompanyReachedByArguments(companies.id)})
			AND NOT EXISTS (SELECT 1 FROM users WHERE ${isNamed(sql`${placeholder('emailKey')}`)} AND id <> ${placeholder('userId')})
			AND NOT EXISTS (SELECT 1 FROM login_attempts WHERE key = ${placeholder('takenKey')} AND window_start > ${placeholder('since')}
				AND attempts >= ${MAX_TAKEN})`,
		REFUTED,
	);
});
