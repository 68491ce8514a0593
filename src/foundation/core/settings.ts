import { mailPerDay, originOf, receiptsDomain, senderOf } from './mail-settings.ts';
import { vapidKeyOf } from './push-settings.ts';
import { Refusal } from './refusals.ts';

/** A text setting of the Worker. `docs/operating.md` explains each one. */
interface Setting {
	/** True for a value that `wrangler secret put` stores. All others are in `wrangler.toml`, or in `.dev.vars`. */
	isSecret?: true;
	isNeeded?: true;
	/** True for a setting that opens something only on a developer's machine. */
	isForDevelopment?: true;
	/** Throws if the service cannot use the value. */
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

/** All settings. Deployments check them, and so does `/ready`. A test compares them with the environment and the docs. */
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

/** The values of an environment. Bindings that are no text are ignored. */
export type Values = Partial<Record<SettingName, unknown>>;

const ALL: [SettingName, Setting][] = Object.entries(SETTINGS) as [SettingName, Setting][];

export const neededSecrets = (): SettingName[] =>
	ALL.filter(([, { isSecret, isNeeded }]) => isSecret && isNeeded).map(([name]) => name);

/** Returns the faults of the settings, a sentence for each. No sentence contains the value of a secret. */
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

/** Returns the faults of the settings when only the Worker knows the needed secrets. */
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
