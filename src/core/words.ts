import type { Role } from './actor.ts';
import type { Language, Pair } from './language.ts';
import type { Module } from './modules.ts';

/** The names of the values of enumerations. Pages, mails, the calendar and files use the same ones. */
export const MODULE_NAMES = {
	MEALS: ['Meals', 'Essen'],
	HEALTH: ['Health', 'Gesundheit'],
	INTERNET: ['Internet', 'Internet'],
	HOLIDAY: ['Holiday', 'Erholung'],
	KITA: ['Childcare', 'Kinderbetreuung'],
	MOBILITY: ['Mobility', 'Mobilität'],
	SPORTS: ['Sports', 'Sport'],
} satisfies Record<Module, Pair>;

export const LANGUAGE_NAMES = {
	en: ['English', 'Englisch'],
	de: ['German', 'Deutsch'],
} satisfies Record<Language, Pair>;

export const ROLE_NAMES = {
	PLATFORM_ADMIN: ['Platform', 'Plattform'],
	COMPANY_ADMIN: ['Administration', 'Verwaltung'],
	FLEX_DOCUMENT_VERIFIER: ['Verifier', 'Belegprüfung'],
	EMPLOYEE: ['Employee', 'Mitarbeitende'],
	TECHNICAL_USER: ['Technical user', 'Technischer Zugang'],
} satisfies Record<Role, Pair>;
