import type { Role } from '../../foundation/core/actor.ts';
import { Refusal } from '../../foundation/core/refusals.ts';

export interface UserFields {
	email: string;
	roles: Role[];
	manageableCompanyIds: string[];
	firstName: string | null;
	lastName: string | null;
	language: string | null;
	password: string | null;
}

export const platformElsewhere = (): Refusal =>
	new Refusal(
		'several_databases',
		'This user signs in in the database of a company, in which nobody can be a PLATFORM_ADMIN. Create another user for that role.',
	);
