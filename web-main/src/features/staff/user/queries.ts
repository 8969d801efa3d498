import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import type {
  ContentKind,
  StaffContent,
  StaffNote,
  StaffRole,
  StaffSession,
  ViewedAs,
} from "@guildhall/web-kit/api/staff-role-types.ts";
import type { AuditEntry, StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { pagesQuery, staffKey } from "../queries.ts";

const userPath = (id: string, rest: string) => `/api/staff/users/${encodeURIComponent(id)}${rest}`;

export const changeStaffRole = (id: string, role: StaffRole, reason: string) =>
  call<StaffUser>("PUT", userPath(id, "/role"), { body: { role, reason } });

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffKey, "sessions", id],
    queryFn: ({ signal }) =>
      call<{ items: StaffSession[] }>("GET", userPath(id, "/sessions"), { signal }),
    staleTime: 0,
  });

export const endSession = (id: string, sessionId: string, reason: string) =>
  call<null>("DELETE", userPath(id, `/sessions/${sessionId}`), { body: { reason } });

export const endAllSessions = (id: string, reason: string) =>
  call<null>("DELETE", userPath(id, "/sessions"), { body: { reason } });

export const contentQuery = (id: string, kind: ContentKind) =>
  pagesQuery<StaffContent>("content", userPath(id, "/content"), { kind });

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffKey, "notes", id],
    queryFn: ({ signal }) =>
      call<{ items: StaffNote[] }>("GET", userPath(id, "/notes"), { signal }),
  });

export const addNote = (id: string, text: string, idempotencyKey: string) =>
  call<StaffNote>("POST", userPath(id, "/notes"), { body: { text }, idempotencyKey });

export const deleteNote = (id: string, noteId: string) =>
  call<null>("DELETE", userPath(id, `/notes/${noteId}`));

/** The staff actions on an account, newest first. */
export const historyQuery = (id: string) =>
  pagesQuery<AuditEntry>("history", userPath(id, "/history"));

export const viewAsMember = (id: string, reason: string) =>
  call<ViewedAs>("POST", userPath(id, "/view-as"), { body: { reason } });
