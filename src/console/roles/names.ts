import type { Role } from '../../core/actor.ts';
import type { Catalogue } from '../words.ts';

/** What roles are called, wherever they are named. */
export const ROLE_NAMES: Catalogue<Record<Role, string>> = {
	en: {
		PLATFORM_ADMIN: 'Platform',
		COMPANY_ADMIN: 'Administration',
		FLEX_DOCUMENT_VERIFIER: 'Verifier',
		EMPLOYEE: 'Employee',
		TECHNICAL_USER: 'Technical user',
	},
	de: {
		PLATFORM_ADMIN: 'Plattform',
		COMPANY_ADMIN: 'Verwaltung',
		FLEX_DOCUMENT_VERIFIER: 'Belegprüfung',
		EMPLOYEE: 'Mitarbeitende',
		TECHNICAL_USER: 'Technischer Zugang',
	},
};
