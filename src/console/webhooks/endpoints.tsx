import {
	createEndpoint,
	type Endpoint,
	type ListedEndpoint,
	listEndpoints,
} from '../../administration/webhooks/actions.ts';
import { createEndpointRoute } from '../../administration/webhooks/contract.ts';
import { MAX_COUNTED, MAX_ENDPOINTS, ROTATION_MS } from '../../administration/webhooks/rules.ts';
import { targetsOf } from '../../foundation/core/addresses.ts';
import { addressIn, companyPage } from '../company/frame.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { FormFor, form } from '../forms.tsx';
import { optional, secret, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Empty, MainLink, type Mood, Panel } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { takeFormOnce } from '../taking.ts';
import { eventTypes } from './event-types.tsx';
import { WORDS } from './words.ts';

export const PATH = '/integrations/webhooks';

/** The fields that can also be changed later. */
export const SETTINGS = {
	url: text({ type: 'url', maxlength: 2000 }),
	description: optional(text()),
	eventTypes,
};

const creation = form({
	words: WORDS,
	fields: { ...SETTINGS, secret: optional(secret()) },
	contract: createEndpointRoute,
	attempt: (call, companyId: string, fields, c) =>
		createEndpoint(call, targetsOf(c.env, c.req.url), companyId, fields),
});

/** Takes the form of a new endpoint. It needs a fresh proof of identity, as the form of a key does. */
export const takeEndpoints = (app: App): void =>
	takeFormOnce(app, PATH, creation, {
		idOf: (c) => companyNamed(c, 'createWebhookEndpoint'),
		to: (_, c) => addressIn(c, PATH),
		show: showEndpoints,
		guard: proof,
		once: showSecret,
	});

export async function showEndpoints(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listWebhookEndpoints');
	const endpoints = await listEndpoints(c.var.call, companyId, '', MAX_ENDPOINTS);
	return companyPage(
		c,
		{ path: PATH },
		<div class="columns">
			<Endpoints endpoints={endpoints} />
			<Creation />
		</div>,
	);
}

function Endpoints({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.endpoints}>
			<p class="hint">{words.intro}</p>
			{endpoints.length === 0 && <Empty>{words.noEndpoints}</Empty>}
			<ul class="rows">
				{endpoints.map((endpoint) => (
					<EndpointRow endpoint={endpoint} />
				))}
			</ul>
		</Panel>
	);
}

function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
	const { c, say, words } = useReader(WORDS);
	const { id, url, description, eventTypes: types, state, reason, dateFailing, waitingCount } = endpoint;
	const counted = `${say.number(waitingCount)}${waitingCount === MAX_COUNTED ? '+' : ''}`;
	const facts = [
		...(description === null ? [] : [<bdi>{url}</bdi>, ' · ']),
		types === null ? words.allTypes : words.types(types.length),
		...(reason === null ? [] : [' · ', words.shortReasons[reason]]),
		...(state !== 'ACTIVE' || dateFailing === null ? [] : [' · ', words.failingSince(say.time(dateFailing))]),
		...(waitingCount === 0 ? [] : [' · ', words.waiting(waitingCount, counted)]),
	];
	return (
		<li>
			<span>
				<bdi>
					<a href={addressIn(c, `${PATH}/${id}`)}>{description ?? url}</a>
				</bdi>
				<small class="below">{facts}</small>
			</span>
			<EndpointState of={endpoint} />
		</li>
	);
}

const MOODS: Record<Endpoint['state'], Mood> = { ACTIVE: 'good', PAUSED: 'waiting', DISABLED: 'bad' };

export const EndpointState = ({ of: { state } }: { of: Pick<Endpoint, 'state'> }) => (
	<Badge mood={MOODS[state]}>{useWords(WORDS).states[state]}</Badge>
);

function Creation() {
	const { c, may, words } = useReader(WORDS);
	if (!may('createWebhookEndpoint')) return null;
	return (
		<Panel title={words.newEndpoint}>
			<p class="hint">{words.newHint}</p>
			<FormFor of={creation} to={addressIn(c, PATH)} save={words.create} />
		</Panel>
	);
}

/** Shows the secret of an endpoint that was created, or whose secret was rotated. It is stored encrypted, and shown nowhere else. */
export function showSecret(c: Context, { id, secret: shown, dateRotated }: Endpoint) {
	const words = WORDS[c.var.language];
	return companyPage(
		c,
		{ path: PATH, title: words.newSecret },
		<Secret shown={shown ?? ''} dateRotated={dateRotated} to={addressIn(c, `${PATH}/${id}`)} />,
	);
}

function Secret({ shown, dateRotated, to }: { shown: string; dateRotated: number | null; to: string }) {
	const { say, words } = useReader(WORDS);
	return (
		<Panel>
			<p>{words.secretOnce}</p>
			<p>
				<code class="secret">{shown}</code>
			</p>
			{dateRotated !== null && <p>{words.oldSecret(say.time(dateRotated + ROTATION_MS))}</p>}
			<p>
				<MainLink to={to}>{words.kept}</MainLink>
			</p>
		</Panel>
	);
}
