import {
	deleteEndpoint,
	type Endpoint,
	type Path,
	readEndpoint,
	rotateEndpoint,
	updateEndpoint,
} from '../../administration/webhooks/actions.ts';
import { rotateSecretRoute, updateEndpointRoute } from '../../administration/webhooks/contract.ts';
import { ping } from '../../administration/webhooks/deliveries/actions.ts';
import { ROTATION_MS } from '../../administration/webhooks/rules.ts';
import { targetsOf } from '../../foundation/core/addresses.ts';
import type { Operation } from '../../foundation/core/policy.ts';
import { addressIn, companyPage } from '../company/frame.tsx';
import { companyNamed } from '../company-choice.tsx';
import { type App, type Context, idIn } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { oneOf, optional, secret } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { ButtonLink, Facts, Panel, Sure, Time } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { type Showing, takeForm, takeFormOnce } from '../taking.ts';
import { EndpointState, PATH, SETTINGS, showSecret } from './endpoints.tsx';
import { WORDS } from './words.ts';

const change = {
	contract: updateEndpointRoute,
	attempt: (
		call: Context['var']['call'],
		path: Path,
		patch: Parameters<typeof updateEndpoint>[3],
		c: Context,
	) => updateEndpoint(call, targetsOf(c.env, c.req.url), path, patch),
};
const settings = form({
	...change,
	words: WORDS,
	fields: SETTINGS,
	// The ETag covers only these fields. Attempts to send change the rest of the record at any time, and this form does not.
	toWire: ({ url, description, eventTypes }: Endpoint) => ({ url, description, eventTypes }),
});
const switching = form({ ...change, fields: { state: oneOf() } });
const rotation = form({
	words: WORDS,
	fields: { secret: optional(secret()) },
	contract: rotateSecretRoute,
	attempt: rotateEndpoint,
});
const removal = form({ fields: {}, attempt: deleteEndpoint });
const pinging = form({ fields: {}, attempt: ping });

/** Returns the company and the endpoint of a page, or refuses readers who may not do the operation. */
export const pathIn = (c: Context, operation: Operation): Path => [
	companyNamed(c, operation),
	idIn(c, 'endpointId'),
];

export const belowEndpoint = (c: Context, below = '', more: Record<string, string> = {}): string =>
	addressIn(c, `${PATH}/${idIn(c, 'endpointId')}${below}`, more);

const ENDPOINT = `${PATH}/:endpointId`;

export function takeEndpoint(app: App): void {
	const showing = (operation: Operation): Showing<Path> => ({
		idOf: (c) => pathIn(c, operation),
		show: showEndpoint,
	});
	app.get(ENDPOINT, showEndpoint);
	takeForm(app, ENDPOINT, settings, {
		...showing('updateWebhookEndpoint'),
		guard: proof,
		to: (_, __, c) => belowEndpoint(c, '', { saved: 'endpoint' }),
	});
	takeForm(app, `${ENDPOINT}/state`, switching, {
		...showing('updateWebhookEndpoint'),
		to: (_, { state }, c) => belowEndpoint(c, '', { saved: `endpoint-${state.toLowerCase()}` }),
	});
	takeFormOnce(app, `${ENDPOINT}/secret`, rotation, {
		...showing('rotateWebhookSecret'),
		guard: proof,
		to: (_, c) => belowEndpoint(c),
		once: showSecret,
	});
	takeForm(app, `${ENDPOINT}/removal`, removal, {
		...showing('deleteWebhookEndpoint'),
		guard: proof,
		to: (_, __, c) => addressIn(c, PATH, { saved: 'no-endpoint' }),
	});
	takeForm(app, `${ENDPOINT}/ping`, pinging, {
		...showing('pingWebhookEndpoint'),
		to: (_, { id }, c) => belowEndpoint(c, `/deliveries/${id}`, { saved: 'ping' }),
	});
}

/** The name of an endpoint: its description, or its server. */
export const nameOf = ({ url, description }: Pick<Endpoint, 'url' | 'description'>): string =>
	description ?? URL.parse(url)?.host ?? url;

async function showEndpoint(c: Context): Promise<Response> {
	const endpoint = await readEndpoint(c.var.call, pathIn(c, 'readWebhookEndpoint'));
	return companyPage(
		c,
		{ path: PATH, title: nameOf(endpoint) },
		<div class="columns">
			<div>
				<State endpoint={endpoint} />
				<Secrets />
			</div>
			<Settings endpoint={endpoint} />
		</div>,
	);
}

function Settings({ endpoint }: { endpoint: Endpoint }) {
	const { c, may } = useReader();
	if (!may('updateWebhookEndpoint')) return null;
	return (
		<Panel title={useWords(WORDS).settings}>
			<FormFor of={settings} to={belowEndpoint(c)} record={endpoint} />
		</Panel>
	);
}

/** Gives the endpoint another secret, or removes it. */
function Secrets() {
	const { c, may, words } = useReader(WORDS);
	if (!may('rotateWebhookSecret')) return null;
	return (
		<>
			<Panel title={words.rotation}>
				<p>{words.rotationHint}</p>
				<FormFor of={rotation} to={belowEndpoint(c, '/secret')} save={words.rotate} />
			</Panel>
			<Panel>
				<Form to={belowEndpoint(c, '/removal')}>
					<Sure label={words.remove}>
						<p>{words.removeHint}</p>
						<Submit look="danger">{words.removeNow}</Submit>
					</Sure>
				</Form>
			</Panel>
		</>
	);
}

/** Whether events are sent, why not, and what can be done about it. */
function State({ endpoint }: { endpoint: Endpoint }) {
	const { c, say, may, words } = useReader(WORDS);
	const { url, eventTypes: types, state, reason, dateCreated, dateFailing, dateRotated } = endpoint;
	const isTwice = dateRotated !== null && c.var.now < dateRotated + ROTATION_MS;
	const next = { ACTIVE: words.pause, PAUSED: words.resume, DISABLED: words.activate }[state];
	return (
		<Panel>
			<p>
				<EndpointState of={endpoint} />
			</p>
			{reason !== null && <p>{words.reasons[reason]}</p>}
			<p>{words.meanings[state]}</p>
			<Facts
				rows={[
					[words.url, <code>{url}</code>],
					[words.events, types === null ? words.allTypes : words.types(types.length)],
					[words.created, <Time at={dateCreated} />],
					...(dateFailing === null ? [] : [[words.failing, <Time at={dateFailing} />] as const]),
					...(dateRotated === null ? [] : [[words.rotated, <Time at={dateRotated} />] as const]),
				]}
			/>
			{isTwice && <p>{words.oldSecret(say.time(dateRotated + ROTATION_MS))}</p>}
			<div class="buttons">
				<ButtonLink to={belowEndpoint(c, '/deliveries')}>{words.deliveries}</ButtonLink>
				{may('updateWebhookEndpoint') && (
					<Form to={belowEndpoint(c, '/state')}>
						<button type="submit" name="state" value={state === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'}>
							{next}
						</button>
					</Form>
				)}
				<Form to={belowEndpoint(c, '/ping')}>
					<Submit>{words.ping}</Submit>
				</Form>
			</div>
		</Panel>
	);
}
