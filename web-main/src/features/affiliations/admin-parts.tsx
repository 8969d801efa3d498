/** Parts of an affiliation's page for its role holders and staff; only the main site loads them. */
export { EditCard } from "./editing/edit-card.tsx";
export { HandoverNote } from "./handover/handover-note.tsx";
