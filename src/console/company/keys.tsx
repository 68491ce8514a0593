import type { MiddlewareHandler } from 'hono';
import { createKey } from '../../auth/keys/actions.ts';
import { createKeyRoute } from '../../auth/keys/contract.ts';
import type { Operation } from '../../core/policy.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, type ConsoleEnv, type Context, originIn, reachOf } from '../env.ts';
import { Fields, FormFor, form, OneField } from '../forms.tsx';
import { KEY_FIELDS, serveKeys } from '../keys/keys.tsx';
import { chosenOperations, RIGHT_NAMES, RIGHTS, SCIM, SINGLE } from '../keys/rights.ts';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { manyOf } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { addressOf, Frame } from './frame.tsx';

const change = { contract: createKeyRoute, attempt: createKey };

const key = form({
	...change,
	words: KEYS_WORDS,
	fields: {
		name: KEY_FIELDS.name,
		rights: manyOf(RIGHTS, RIGHT_NAMES, { at: 'operations' }),
		operations: manyOf(SINGLE, undefined, { at: 'single' }),
		dateExpires: KEY_FIELDS.dateExpires,
	},
	body: ({ rights, operations, ...rest }) => ({ ...rest, operations: chosenOperations(rights, operations) }),
});

/** A key by which an identity provider brings people in. */
const scim = form({
	...change,
	part: 'scim',
	fields: {},
	body: () => ({ name: 'SCIM', operations: [SCIM], dateExpires: null }),
});

const scimAddress = (c: Context): string => `${originIn(c)}/scim/v2`;

const ScimAddress = () => (
	<p>
		{useWords(KEYS_WORDS).scimAddress}: <code>{scimAddress(useReader().c)}</code>
	</p>
);

export const serveKeysOfCompany = (app: App, guard: MiddlewareHandler<ConsoleEnv>) =>
	serveKeys(app, {
		path: '/company/keys',
		param: 'keyId',
		forms: [key, scim],
		guard,
		companyOf: companyNamed,
		addressOf: (c, path, more) => addressOf(companyNamed(c, 'listApiKeys'), `/keys${path}`, more),
		frame: (c, content, title) => (
			<Frame companyId={companyNamed(c, 'listApiKeys')} name="keys" title={title}>
				{content}
			</Frame>
		),
		creation: (c) => <Creation to={addressOf(companyNamed(c, 'createApiKey'), '/keys')} />,
		madeHint: (c, { operations }) =>
			operations.includes(SCIM)
				? { title: KEYS_WORDS[c.var.language].scimToken, hint: <ScimAddress /> }
				: undefined,
	});

function Creation({ to }: { to: string }) {
	const { visitor } = useReader();
	const words = useWords(KEYS_WORDS);
	const mayDo = (operation: Operation) => visitor !== undefined && reachOf(visitor, operation) !== null;
	const operations = SINGLE.filter(mayDo).map((value) => ({ value, label: value }));
	return (
		<>
			<Panel title={words.makeKey}>
				<p class="hint">{words.keyHint}</p>
				<FormFor of={key} to={to} options={{ operations }} save={words.make}>
					<Fields of={key} only={['name', 'rights']} />
					<details>
						<summary>{words.single}</summary>
						<OneField of={key} name="operations" />
					</details>
					<OneField of={key} name="dateExpires" />
				</FormFor>
			</Panel>
			<Panel title={words.scim}>
				<p>{words.scimHint}</p>
				<ScimAddress />
				{mayDo(SCIM) && <FormFor of={scim} to={to} save={words.makeScim} />}
			</Panel>
		</>
	);
}
