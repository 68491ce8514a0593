import { createKey } from '../../auth/keys/actions.ts';
import { createPlatformKeyRoute } from '../../auth/keys/contract.ts';
import { PLATFORM_KEY_OPERATIONS } from '../../core/policy.ts';
import type { App } from '../env.ts';
import { FormFor, form } from '../forms.tsx';
import { KEY_FIELDS, serveKeys } from '../keys/keys.tsx';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { manyOf } from '../kinds.tsx';
import { Heading, useWords } from '../page.tsx';
import { Panel, Saved } from '../parts.tsx';
import { KEYS, PlatformHeading } from './frame.tsx';
import { KEY_RIGHTS, WORDS } from './words.ts';

const key = form({
	words: {
		en: { ...KEYS_WORDS.en, operations: KEYS_WORDS.en.rights },
		de: { ...KEYS_WORDS.de, operations: KEYS_WORDS.de.rights },
	},
	fields: {
		name: KEY_FIELDS.name,
		operations: manyOf(PLATFORM_KEY_OPERATIONS, KEY_RIGHTS),
		dateExpires: KEY_FIELDS.dateExpires,
	},
	contract: createPlatformKeyRoute,
	attempt: (call, _: string | null, fields) => createKey(call, null, fields),
});

export const serveKeysOfPlatform = (app: App) =>
	serveKeys(app, {
		path: '/platform/keys',
		param: 'platformKeyId',
		forms: key,
		companyOf: () => null,
		addressOf: (_, path, more) => `${KEYS}${path}${more === undefined ? '' : '?saved'}`,
		frame: (c, content, title) => (
			<>
				{title === undefined ? (
					<PlatformHeading part="keys" />
				) : (
					<Heading title={title} above={<a href={KEYS}>{WORDS[c.var.language].keys}</a>} />
				)}
				<Saved />
				{content}
			</>
		),
		creation: () => <Creation />,
	});

function Creation() {
	const words = useWords(KEYS_WORDS);
	return (
		<Panel title={words.makeKey}>
			<p class="hint">{useWords(WORDS).keyHint}</p>
			<FormFor of={key} to={KEYS} save={words.make} />
		</Panel>
	);
}
