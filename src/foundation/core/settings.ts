import { mailPerDay, originOf, receiptsDomain, senderOf } from './mail-settings.ts';
import { vapidKeyOf } from './push-settings.ts';
import { Refusal } from './refusals.ts';

/** A setting of the Worker that is a text. `docs/operating.md` explains each. */
interface Setting {
	/** A secret is set by `wrangler secret put`. All others stand in `wrangler.toml`, or in `.dev.vars`. */
	isSecret?: true;
	/** The service does not work without it. */
	isNeeded?: true;
	/** It opens what only a machine of developers may offer. */
	isForDevelopment?: true;
	/** Refuses a value that the service cannot use. */
	check?: (value: string) => unknown;
}

const MIN_SECRET_BYTES = 32;

const longEnough = (name: string) => (value: string) => {
	if (new TextEncoder().encode(value).length < MIN_SECRET_BYTES)
		throw new Refusal('misconfigured', `The secret ${name} is shorter than ${MIN_SECRET_BYTES} bytes.`);
};

const oneOf =
	(name: string, ...permitted: string[]) =>
	(value: string) => {
		if (!permitted.includes(value))
			throw new Refusal('misconfigured', `${name} must be ${permitted.join(' or ')}, or unset.`);
	};

/** All settings. A deployment needs them, `/ready` checks them, and a test compares them with the environment and the docs. */
export const SETTINGS = {
	JWT_SECRET: { isSecret: true, isNeeded: true, check: longEnough('JWT_SECRET') },
	JWT_SECRET_PREVIOUS: { isSecret: true, check: longEnough('JWT_SECRET_PREVIOUS') },
	ENCRYPTION_KEY: { isSecret: true, isNeeded: true, check: longEnough('ENCRYPTION_KEY') },
	ENCRYPTION_KEY_PREVIOUS: { isSecret: true, check: longEnough('ENCRYPTION_KEY_PREVIOUS') },
	OPERATOR_KEY: { isSecret: true, check: longEnough('OPERATOR_KEY') },
	RESEND_API_KEY: { isSecret: true },
	RESEND_WEBHOOK_SECRET: { isSecret: true },
	VAPID_KEY: { isSecret: true, check: vapidKeyOf },
	PUBLIC_URL: { check: originOf },
	MAIL_FROM: { check: senderOf },
	MAIL_PER_DAY: { check: mailPerDay },
	RECEIPTS_DOMAIN: { check: receiptsDomain },
	CORS_ORIGINS: { check: originsOf },
	PLATFORM_SECOND_FACTOR: { check: oneOf('PLATFORM_SECOND_FACTOR', 'required') },
	DNS_RESOLVER: {},
	LOG_SAMPLE: {},
	SECURITY_CONTACT: {},
	NEW_COMPANIES: { check: oneOf('NEW_COMPANIES', 'CELL', 'D1') },
	CELL_JURISDICTION: { check: oneOf('CELL_JURISDICTION', 'eu') },
	LOCAL_IDENTITY_PROVIDERS: { isForDevelopment: true },
	WEBHOOKS_ALLOW_LOCAL: { isForDevelopment: true },
	OPERATED_LOCALLY: { isForDevelopment: true },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The values of an environment. Bindings of other kinds are not looked at. */
export type Values = Partial<Record<SettingName, unknown>>;

const ALL: [SettingName, Setting][] = Object.entries(SETTINGS) as [SettingName, Setting][];

/** The secrets without which the service does not work. */
export const neededSecrets = (): SettingName[] =>
	ALL.filter(([, { isSecret, isNeeded }]) => isSecret && isNeeded).map(([name]) => name);

/** Returns what is wrong with the settings, a sentence for each. No sentence holds the value of a secret. */
export function faultsIn(values: Values, isLocal: boolean): string[] {
	return ALL.flatMap(([name, { isNeeded, isForDevelopment, check }]) => {
		const value = values[name];
		if (typeof value !== 'string' || value === '') return isNeeded ? [`The setting ${name} is missing.`] : [];
		if (isForDevelopment && !isLocal) return [`${name} is only for development. Remove it.`];
		try {
			check?.(value);
			return [];
		} catch (error) {
			return [(error as Error).message];
		}
	});
}

/** Returns what is wrong with the settings where only the Worker knows the needed secrets. */
export function faultsBesideSecrets(values: Values, isLocal: boolean): string[] {
	const assumed = Object.fromEntries(neededSecrets().map((name) => [name, 'x'.repeat(MIN_SECRET_BYTES)]));
	return faultsIn({ ...assumed, ...values }, isLocal);
}

/** Returns the origins in `CORS_ORIGINS`. Refuses values that no browser sends, such as `*` or a path. */
export function originsOf(setting = ''): string[] {
	const origins = setting.split(',').map((origin) => origin.trim());
	const wrong = origins.findIndex((one) => one !== '' && !isOrigin(one));
	if (wrong === -1) return origins.filter((origin) => origin !== '');
	throw new Refusal(
		'misconfigured',
		`Entry ${wrong + 1} of CORS_ORIGINS is not an origin such as https://benefits.example, without a path.`,
	);
}

const isOrigin = (text: string): boolean => /^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text;
