import { readEndpoint } from '../../administration/webhooks/actions.ts';
import { listDeliveries, redeliverMany } from '../../administration/webhooks/deliveries/actions.ts';
import { redeliverManyRoute } from '../../administration/webhooks/deliveries/contract.ts';
import type { Delivery } from '../../administration/webhooks/deliveries/store.ts';
import { DELIVERY_STATES, MAX_ATTEMPTS } from '../../administration/webhooks/rules.ts';
import { companyPage } from '../company/frame.tsx';
import { type App, type Context, companyAsked } from '../env.ts';
import { Fields, FormFor, form } from '../forms.tsx';
import { clockAt, flag, moment, oneOf } from '../kinds.tsx';
import { afterIn, type Column, Filters, List, PAGE_AND_ONE } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Panel, Time } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { DeliveryBadge, EventName } from './delivery.tsx';
import { belowEndpoint, nameOf, pathIn } from './endpoint.tsx';
import { PATH } from './endpoints.tsx';
import { DELIVERY_STATE_NAMES, WORDS } from './words.ts';

const many = { contract: redeliverManyRoute, attempt: redeliverMany };
const failed = form({ ...many, part: 'failed', fields: {}, body: () => ({ state: 'FAILED' }) });
const span = form({
	...many,
	part: 'span',
	words: WORDS,
	fields: { since: moment, until: moment, onlyFailed: flag() },
	body: ({ onlyFailed, ...times }) => ({ ...times, ...(onlyFailed && { state: 'FAILED' }) }),
});

const DELIVERIES = `${PATH}/:endpointId/deliveries`;

export function takeDeliveries(app: App): void {
	app.get(DELIVERIES, showDeliveries);
	takeForm(app, DELIVERIES, [failed, span], {
		idOf: (c) => pathIn(c, 'redeliverWebhooks'),
		show: showDeliveries,
		to: (_, done, c) => belowEndpoint(c, '/deliveries', addressAfter(c, done)),
	});
}

/** Returns the parameters that say what was sent again. If there is more, the form continues where this has ended. */
function addressAfter(
	c: Context,
	{ redelivered, dateNext }: { redelivered: number; dateNext: string | null },
): Record<string, string> {
	if (dateNext === null) return { saved: redelivered === 0 ? 'redelivered-none' : 'redelivered-many' };
	const since = clockAt(Date.parse(dateNext));
	return { saved: 'redelivered-more', since, until: textIn(c.var.typed, 'until') };
}

/** The deliveries of an endpoint, the latest first. */
async function showDeliveries(c: Context): Promise<Response> {
	const [call, path] = [reading(c), pathIn(c, 'listWebhookDeliveries')];
	const state = DELIVERY_STATES.find((one) => one === c.req.query('state'));
	const page = { before: afterIn(c), limit: PAGE_AND_ONE };
	const [endpoint, deliveries] = await Promise.all([
		readEndpoint(call, path),
		listDeliveries(call, path, state, page),
	]);
	const words = WORDS[c.var.language];
	const title = `${words.deliveries}: ${nameOf(endpoint)}`;
	return companyPage(
		c,
		{ path: PATH, title },
		<>
			<p>
				<a href={belowEndpoint(c)}>{words.toEndpoint}</a>
			</p>
			<Filters
				to={c.req.path}
				kept={{ company: companyAsked(c) }}
				fields={{ state: oneOf(DELIVERY_STATES, DELIVERY_STATE_NAMES) }}
				words={WORDS}
				button={words.show}
			/>
			<Panel>
				<p class="hint">{words.deliveriesHint}</p>
				<Deliveries
					deliveries={deliveries}
					none={state === undefined ? words.noDeliveries : words.noneLikeThis}
				/>
			</Panel>
			<Panel title={words.again}>
				<p class="hint">{words.againHint}</p>
				<FormFor of={failed} to={belowEndpoint(c, '/deliveries')} save={words.failedAgain} />
				<FormFor
					of={span}
					to={belowEndpoint(c, '/deliveries')}
					values={{ since: c.req.query('since') ?? null, until: c.req.query('until') ?? null }}
					save={words.spanAgain}
				>
					<div class="pair">
						<Fields of={span} only={['since', 'until']} />
					</div>
					<Fields of={span} only={['onlyFailed']} />
				</FormFor>
			</Panel>
		</>,
	);
}

function Deliveries({ deliveries, none }: { deliveries: readonly Delivery[]; none: string }) {
	const { c, words } = useReader(WORDS);
	const columns: Column<Delivery>[] = [
		{
			title: words.created,
			of: ({ id, dateCreated }) => (
				<a href={belowEndpoint(c, `/deliveries/${id}`)}>
					<Time at={dateCreated} />
				</a>
			),
		},
		{ title: words.event, of: (delivery) => <EventName of={delivery} /> },
		{ title: words.state, of: (delivery) => <DeliveryBadge of={delivery} /> },
		{ title: words.attempts, of: ({ attempts }) => `${attempts} / ${MAX_ATTEMPTS}` },
		{ title: words.response, of: responseOf(words) },
	];
	return (
		<List
			caption={words.deliveries}
			columns={columns}
			rows={deliveries}
			cursorOf={({ id }) => id}
			none={none}
		/>
	);
}

/** Says in a few words how the last attempt ended. */
export const responseOf =
	(words: (typeof WORDS)['en']) =>
	({ failure, responseStatus }: Delivery): string | null => {
		if (responseStatus !== null) return words.status(responseStatus);
		return failure === null ? null : words.shortFailures[failure];
	};
