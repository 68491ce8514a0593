import { type Path, readEndpoint } from '../../administration/webhooks/actions.ts';
import { readDelivery, redeliver } from '../../administration/webhooks/deliveries/actions.ts';
import type { Delivery } from '../../administration/webhooks/deliveries/store.ts';
import { type DeliveryState, MAX_ATTEMPTS } from '../../administration/webhooks/rules.ts';
import { companyPage } from '../company/frame.tsx';
import { type App, type Context, idIn } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { form } from '../forms.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, type Mood, Panel, Time } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { reading } from '../visit.ts';
import { belowEndpoint, nameOf, pathIn } from './endpoint.tsx';
import { PATH } from './endpoints.tsx';
import { WORDS } from './words.ts';

const again = form({
	fields: {},
	attempt: (call, path: Path, _, c) => redeliver(call, path, idIn(c, 'deliveryId')),
});

const DELIVERY = `${PATH}/:endpointId/deliveries/:deliveryId`;

export function takeDelivery(app: App): void {
	app.get(DELIVERY, showDelivery);
	takeForm(app, `${DELIVERY}/redeliver`, again, {
		idOf: (c) => pathIn(c, 'redeliverWebhook'),
		show: showDelivery,
		to: (_, { id }, c) => belowEndpoint(c, `/deliveries/${id}`, { saved: 'redelivered' }),
	});
}

/** One delivery with the response to its last attempt. */
async function showDelivery(c: Context): Promise<Response> {
	const [call, path] = [reading(c), pathIn(c, 'readWebhookDelivery')];
	const [endpoint, delivery] = await Promise.all([
		readEndpoint(call, path),
		readDelivery(call, path, idIn(c, 'deliveryId')),
	]);
	const words = WORDS[c.var.language];
	return companyPage(
		c,
		{ path: PATH, title: `${words.delivery}: ${nameOf(endpoint)}` },
		<>
			<p class="links">
				<a href={belowEndpoint(c, '/deliveries')}>{words.backToList}</a>
				<a href={belowEndpoint(c)}>{words.toEndpoint}</a>
			</p>
			<Summary delivery={delivery} />
			<Response delivery={delivery} />
		</>,
	);
}

/** Says when the delivery was sent, and has a button that sends it again. */
function Summary({ delivery }: { delivery: Delivery }) {
	const { c, words } = useReader(WORDS);
	const { id, eventId, type, state, attempts, dateCreated, dateDue, dateAttempted, dateDelivered } = delivery;
	const at = (instant: number | null) => (instant === null ? words.notYet : <Time at={instant} />);
	return (
		<Panel>
			<p>
				<DeliveryBadge of={delivery} />
			</p>
			<Facts
				rows={[
					[words.event, <EventName of={delivery} />],
					...(type === null ? [] : [[words.kind, <code>{type}</code>] as const]),
					[words.webhookId, <code>{eventId ?? id}</code>],
					[words.created, at(dateCreated)],
					[words.attempts, `${attempts} / ${MAX_ATTEMPTS}`],
					[words.lastAttempt, at(dateAttempted)],
					state === 'WAITING' ? [words.nextAttempt, at(dateDue)] : [words.delivered, at(dateDelivered)],
				]}
			/>
			{state !== 'WAITING' && (
				<Form to={belowEndpoint(c, `/deliveries/${id}/redeliver`)}>
					<OnlyButton>{words.again}</OnlyButton>
				</Form>
			)}
		</Panel>
	);
}

/** How the last attempt ended. The response is the text of another system, and is shown as text only. */
function Response({
	delivery: { failure, responseStatus, responseBody, dateAttempted },
}: {
	delivery: Delivery;
}) {
	const words = useWords(WORDS);
	if (dateAttempted === null && failure === null) return null;
	return (
		<Panel title={words.lastAttempt}>
			{failure !== null && <p>{words.failures[failure]}</p>}
			{responseStatus !== null && <Facts rows={[[words.responseStatus, <code>{responseStatus}</code>]]} />}
			{responseBody !== null && responseBody !== '' && (
				<>
					<h3>{words.responseBody}</h3>
					<section class="table" tabindex={0} aria-label={words.responseBody}>
						<pre class="file">{responseBody}</pre>
					</section>
					<p class="hint">{words.responseHint}</p>
				</>
			)}
		</Panel>
	);
}

export function EventName({ of: { type, eventId } }: { of: Delivery }) {
	const words = useWords(WORDS);
	if (eventId === null) return words.pinged;
	return type === null ? words.gone : words.eventNames[type];
}

const MOODS: Record<DeliveryState, Mood> = { WAITING: 'waiting', DELIVERED: 'good', FAILED: 'bad' };

export const DeliveryBadge = ({ of: { state } }: { of: Delivery }) => (
	<Badge mood={MOODS[state]}>{useWords(WORDS).deliveryStates[state]}</Badge>
);
