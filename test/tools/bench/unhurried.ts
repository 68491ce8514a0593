/** The context of a request in this process, where nothing is waited for after an answer. */
export const unhurried = {
	waitUntil: () => undefined,
	passThroughOnException: () => undefined,
	props: {},
};
