import { defineConfig } from "vite";
import { guildhallApp } from "../tools/vite-app.ts";

export default defineConfig(guildhallApp("main", "http://localhost:8080"));
