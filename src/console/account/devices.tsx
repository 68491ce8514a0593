import { isPushed, publicVapidKey, vapidKeyOf } from '../../foundation/core/push-settings.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import {
	addSubscription,
	listSubscriptions,
	removeOwnSubscription,
} from '../../tenants/mail/push/actions.ts';
import { addPushSubscriptionRoute } from '../../tenants/mail/push/contract.ts';
import { MAX_DEVICES } from '../../tenants/mail/push/rules.ts';
import type { Subscription } from '../../tenants/mail/push/store.ts';
import { type App, type Context, companyShown } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { Fields, readFields } from '../forms.tsx';
import { flag } from '../kinds.tsx';
import { titledPage, useReader } from '../page.tsx';
import { Done, Panel } from '../parts.tsx';
import { changed, checked, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { ACCOUNT, WORDS } from './words.ts';

const PATH = '/account/devices';
export const DEVICES = `${ACCOUNT}/devices`;
const SAVED = `${DEVICES}?saved`;

const way = { words: WORDS, fields: { insteadOfMail: flag() } };

/** The page on which people turn on push messages for this browser. It does not exist if the service has no key for them. */
export function takeDevices(app: App): void {
	app.get(PATH, show);
	takePost(app, PATH, add, show);
	app.post(`${PATH}/:subscriptionId/remove`, (c) =>
		changed(c, {
			attempt: (call) => removeOwnSubscription(call, c.req.param('subscriptionId')),
			to: () => SAVED,
		}),
	);
}

async function show(c: Context): Promise<Response> {
	if (!isPushed(c.env)) throw notFound('page');
	const devices = await listSubscriptions(reading(c), '', MAX_DEVICES);
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{ title: words.push, above: <a href={ACCOUNT}>{words.title}</a>, scripts: ['push.js'], isNarrow: true },
		<>
			<Done />
			<Panel title={words.thisDevice}>
				<ThisDevice />
			</Panel>
			{devices.length > 0 && (
				<Panel title={words.pushDevices}>
					<Devices devices={devices} />
				</Panel>
			)}
		</>,
	);
}

/** The script fills in the browser's address for push messages. Without the script or such messages, the page says so. */
function ThisDevice() {
	const { c, words } = useReader(WORDS);
	const key = publicVapidKey(vapidKeyOf(c.env.VAPID_KEY ?? ''));
	const shown = new URLSearchParams({ name: companyShown(c)?.name ?? 'Zubrot', text: words.pushText });
	return (
		<>
			<p>{words.pushHint}</p>
			<p class="hint" data-push={key} data-worker={`/push-worker.js?${shown}`}>
				{words.pushImpossible}
			</p>
			<div hidden>
				<Form to={DEVICES}>
					<Fields of={way} />
					{['endpoint', 'p256dh', 'auth'].map((name) => (
						<input type="hidden" name={name} />
					))}
					<Submit>{words.turnOn}</Submit>
				</Form>
				<p role="alert" class="fault" hidden>
					{words.pushRefused}
				</p>
			</div>
		</>
	);
}

function Devices({ devices }: { devices: readonly Subscription[] }) {
	const { say, words } = useReader(WORDS);
	return (
		<ul class="rows">
			{devices.map(({ id, device, dateCreated, insteadOfMail }) => (
				<li>
					<span>
						{words.device(device)} <small>{say.time(dateCreated)}</small>
						{insteadOfMail && (
							<>
								<br />
								<small>{words.insteadOfMail}</small>
							</>
						)}
					</span>
					<Form to={`${DEVICES}/${id}/remove`}>
						<Submit look="plain">{words.removeDevice}</Submit>
					</Form>
				</li>
			))}
		</ul>
	);
}

function add(c: Context, typed: FormData): Promise<Response> {
	const device = checked(addPushSubscriptionRoute, {
		...readFields(way.fields, typed),
		endpoint: textIn(typed, 'endpoint'),
		keys: { p256dh: textIn(typed, 'p256dh'), auth: textIn(typed, 'auth') },
	});
	return changed(c, { attempt: (call) => addSubscription(call, c.env, device), to: () => SAVED });
}
